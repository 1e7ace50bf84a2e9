import type { ServerResponse } from 'node:http';
import type { Simulator } from '../simulator.ts';
import { readOnPhone, sendPhoneReceipt } from '../stanzas/receipts.ts';
import type { ShownMessage } from '../state/history.ts';
import { NotFound } from './errors.ts';
import { personOf } from './people-routes.ts';
import type { AdminRequest, Route } from './router.ts';
import * as schemas from './schemas.ts';
import { setTimerAsContact, setTimerOnPhone, writeAsContact, writeOnPhone } from './writing.ts';

/** What contacts do in their chats: write, open them, look. */
export function messageRoutes(simulator: Simulator): Route[] {
  return [
    {
      method: 'POST',
      path: '/contacts/:number/messages',
      answer: async request => ({ id: await writeAsContact(simulator, request) }),
    },
    {
      method: 'GET',
      path: '/contacts/:number/messages',
      answer: request => listMessages(simulator, request),
    },
    {
      method: 'GET',
      path: '/contacts/:number/chats',
      answer: request =>
        simulator.history
          .overview(personOf(simulator, request).number)
          .map(({ last, ...chat }) => ({ ...chat, last: describeMessage(last) })),
    },
    {
      method: 'GET',
      path: '/contacts/:number/messages/:id/media',
      answer: (request, response) => sendMedia(simulator, request, response),
    },
    {
      method: 'POST',
      path: '/phones/:number/messages',
      answer: async request => ({ id: await writeOnPhone(simulator, request) }),
    },
    {
      method: 'POST',
      path: '/phones/:number/read',
      answer: async request => {
        const chat = schemas.openChat.parse(request.body).with;
        const read = readOnPhone(simulator, personOf(simulator, request, 'phone'), chat);
        await simulator.store.durable();
        return { read };
      },
    },
    { method: 'POST', path: '/contacts/:number/read', answer: request => openChat(simulator, request) },
    {
      method: 'PUT',
      path: '/contacts/:number/timer',
      answer: request => setTimerAsContact(simulator, request),
    },
    { method: 'PUT', path: '/phones/:number/timer', answer: request => setTimerOnPhone(simulator, request) },
    {
      method: 'POST',
      path: '/contacts/:number/messages/:id/play',
      answer: request => play(simulator, request),
    },
  ];
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

/** A contact listens to a voice note. */
async function play(simulator: Simulator, request: AdminRequest) {
  const owner = personOf(simulator, request).number;
  const chat = schemas.openChat.parse(request.body).with;
  const shown = simulator.history.find({ owner, chat, id: request.params.id ?? '' });
  if (!shown?.content.media) throw new NotFound('this message cannot be played');
  sendPhoneReceipt(simulator, shown, 'read');
  sendPhoneReceipt(simulator, shown, 'played');
  await simulator.store.durable();
  return {};
}

function listMessages(simulator: Simulator, request: AdminRequest) {
  const contact = personOf(simulator, request);
  const { with: chat, newest } = schemas.shownMessages.parse(Object.fromEntries(request.query));
  const { history } = simulator;
  const shown =
    chat !== undefined && newest !== undefined
      ? history.newest(contact.number, chat, newest)
      : history.list(contact.number, chat);
  return shown.map(describeMessage);
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
  const { media, location, vcard, vcards, poll, viewOnce, vanishesIn, quoted } = content;
  const { id, fromMe, type, text, at, status, reactions, edited, revoked, played } = shown;
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
    ...(played ? { played } : {}),
    ...(group ? { group } : {}),
    ...(location ? { location } : {}),
    ...(vcard === undefined ? {} : { vcard }),
    ...(vcards ? { vcards } : {}),
    ...(poll ? { poll } : {}),
    ...(viewOnce ? { viewOnce } : {}),
    ...(vanishesIn ? { vanishesIn } : {}),
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
  const { kind, mimetype, size, fileName, voice, seconds } = media;
  const path = `/contacts/${owner}/messages/${encodeURIComponent(id)}/media?with=${encodeURIComponent(chat)}`;
  return {
    kind,
    mimetype,
    size,
    path,
    ...(fileName === undefined ? {} : { fileName }),
    ...(voice ? { voice } : {}),
    ...(seconds ? { seconds } : {}),
  };
}
