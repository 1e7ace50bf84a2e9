import type { ServerResponse } from 'node:http';
import type { Simulator } from '../simulator.ts';
import { newMessageId, sendFromContact, sendToGroup } from '../stanzas/messages-in.ts';
import { sendPhoneReceipt } from '../stanzas/receipts.ts';
import { showTyping } from '../stanzas/typing.ts';
import type { ShownMessage } from '../state/history.ts';
import { lidJid, type Person } from '../state/people.ts';
import { compose } from './compose.ts';
import { NotFound, ValidationFailed } from './errors.ts';
import { personOf, requirePerson } from './people-routes.ts';
import type { AdminRequest, Route } from './router.ts';
import * as schemas from './schemas.ts';

/** What contacts do with their phones: write, open chats, type, look. */
export function messageRoutes(simulator: Simulator): Route[] {
  return [
    {
      method: 'POST',
      path: '/contacts/:number/messages',
      answer: request => writeMessage(simulator, request),
    },
    {
      method: 'GET',
      path: '/contacts/:number/messages',
      answer: request => listMessages(simulator, request),
    },
    {
      method: 'GET',
      path: '/contacts/:number/messages/:id/media',
      answer: (request, response) => sendMedia(simulator, request, response),
    },
    { method: 'POST', path: '/contacts/:number/read', answer: request => openChat(simulator, request) },
    {
      method: 'POST',
      path: '/contacts/:number/typing',
      answer: request => {
        const { to, on } = schemas.typing.parse(request.body);
        showTyping(simulator, personOf(simulator, request), requirePerson(simulator, to, 'phone').number, on);
        return {};
      },
    },
  ];
}

/** Accepts a contact's message. When it answers, the message survives a crash of the simulator. */
async function writeMessage(simulator: Simulator, request: AdminRequest): Promise<{ id: string }> {
  const contact = personOf(simulator, request);
  const body = schemas.message.parse(request.body);
  const id = body.id ?? newMessageId();
  const chat = body.group ?? requirePerson(simulator, body.to ?? '', 'phone').number;
  if (body.group !== undefined) requireMembership(simulator, contact, body.group);
  const target = findTarget(simulator, contact, chat, body);
  const upload =
    body.media && (await simulator.media.upload(Buffer.from(body.media.base64, 'base64'), body.media.kind));
  const message = compose(body, { chatJid: chatJidOf(simulator, chat), target, upload });
  const send = body.group === undefined ? sendFromContact : sendToGroup;
  await send(simulator, contact, { id, chat, message });
  return { id };
}

function findTarget(simulator: Simulator, contact: Person, chat: string, body: schemas.MessageBody) {
  const id = body.reaction?.id ?? body.quoted ?? body.revoke ?? body.edit?.id;
  if (id === undefined) return undefined;
  const shown = simulator.history.find({ owner: contact.number, chat, id });
  if (!shown) throw new NotFound(`the phone of ${contact.number} shows no message ${id} in this chat`);
  if ((body.revoke !== undefined || body.edit) && !shown.fromMe) {
    throw new ValidationFailed('only own messages can be edited or revoked');
  }
  const author = simulator.people.byNumber(shown.sender);
  return { shown, authorJid: author ? lidJid(author.lid) : shown.sender };
}

async function openChat(simulator: Simulator, request: AdminRequest) {
  const contact = personOf(simulator, request);
  const chat = schemas.openChat.parse(request.body).with;
  const unread = simulator.history.received(contact.number, ['sent', 'delivered'], chat);
  for (const shown of unread) {
    if (shown.status === 'sent') sendPhoneReceipt(simulator, shown, 'delivered');
    sendPhoneReceipt(simulator, shown, 'read');
  }
  await simulator.store.durable();
  return { read: unread.map(({ id }) => id) };
}

function listMessages(simulator: Simulator, request: AdminRequest) {
  const contact = personOf(simulator, request);
  const chat = schemas.openChat.shape.with.optional().parse(request.query.get('with') ?? undefined);
  return simulator.history.list(contact.number, chat).map(describeMessage);
}

/** The file of a shown message, decrypted, as the contact opens it. */
async function sendMedia(
  simulator: Simulator,
  request: AdminRequest,
  response: ServerResponse,
): Promise<undefined> {
  const owner = personOf(simulator, request).number;
  const chat = schemas.openChat.shape.with.parse(request.query.get('with'));
  const file = simulator.history.find({ owner, chat, id: request.params.id ?? '' })?.content.media;
  const kind = schemas.mediaKind.safeParse(file?.kind);
  if (!file || !kind.success) throw new NotFound('this message has no file');
  const plain = await simulator.media.open(file.path, Buffer.from(file.mediaKey, 'base64'), kind.data);
  if (!plain) throw new NotFound('the file is not here');
  response.writeHead(200, { 'content-type': file.mimetype }).end(plain);
}

/** A shown message in the words of the admin API; `at` in milliseconds since 1970. */
export function describeMessage({ owner, chat, content, sender, ...shown }: ShownMessage) {
  const group = chat.endsWith('@g.us') ? chat : undefined;
  const { media, location, vcard, quoted } = content;
  const { id, fromMe, type, text, at, status, reactions, edited, revoked } = shown;
  return {
    id,
    fromMe,
    from: sender,
    to: group ?? (fromMe ? chat : owner),
    type,
    text,
    at,
    status,
    reactions,
    edited,
    revoked,
    ...(group ? { group } : {}),
    ...(location ? { location } : {}),
    ...(vcard === undefined ? {} : { vcard }),
    ...(quoted === undefined ? {} : { quoted }),
    ...(media ? { media: describeMedia(owner, chat, id, media) } : {}),
  };
}

function describeMedia(
  owner: string,
  chat: string,
  id: string,
  media: NonNullable<ShownMessage['content']['media']>,
) {
  const { kind, mimetype, size, fileName } = media;
  const path = `/contacts/${owner}/messages/${encodeURIComponent(id)}/media?with=${encodeURIComponent(chat)}`;
  return { kind, mimetype, size, path, ...(fileName === undefined ? {} : { fileName }) };
}

function chatJidOf(simulator: Simulator, chat: string): string {
  const person = simulator.people.byNumber(chat);
  return person ? lidJid(person.lid) : chat;
}

function requireMembership(simulator: Simulator, contact: Person, jid: string): void {
  const group = simulator.groups.byJid(jid);
  if (!group) throw new NotFound(`no group ${jid}`);
  if (!group.members.includes(contact.number))
    throw new ValidationFailed(`${contact.number} is no member of ${jid}`);
}
