import { proto } from '@whiskeysockets/baileys';
import type { Simulator } from '../simulator.ts';
import {
  newMessageId,
  sendFromContact,
  sendFromPhone,
  sendToGroup,
  type WrittenMessage,
} from '../stanzas/messages-in.ts';
import { addressedAs, lidJid, type Person } from '../state/people.ts';
import { compose } from './compose.ts';
import { NotFound, ValidationFailed } from './errors.ts';
import { personOf, requirePerson } from './people-routes.ts';
import type { AdminRequest } from './router.ts';
import * as schemas from './schemas.ts';

/** Accepts a contact's message. When it resolves, the message survives a crash of the simulator. */
export async function writeAsContact(simulator: Simulator, request: AdminRequest): Promise<string> {
  const body = schemas.message.parse(request.body);
  const contact = personOf(simulator, request);
  const chat = body.group ?? requirePerson(simulator, request, body.to ?? '', 'phone').number;
  const written = await composeMessage(simulator, contact, chat, body);
  if (body.group === undefined) await sendFromContact(simulator, contact, written);
  else await sendToGroup(simulator, contact, written);
  return written.id;
}

/** Accepts what the owner of a company's phone writes on it, like `writeAsContact`. */
export async function writeOnPhone(simulator: Simulator, request: AdminRequest): Promise<string> {
  const body = schemas.message.parse(request.body);
  const phone = personOf(simulator, request, 'phone');
  const contact =
    body.group === undefined ? requirePerson(simulator, request, body.to ?? '', 'contact') : undefined;
  const chat = body.group ?? contact?.number ?? '';
  const written = await composeMessage(simulator, phone, chat, body);
  if (contact) await sendFromPhone(simulator, phone, contact, written);
  else await sendToGroup(simulator, phone, written);
  return written.id;
}

/** A contact sets after how many seconds what is written in a chat vanishes. */
export async function setTimerAsContact(simulator: Simulator, request: AdminRequest): Promise<object> {
  const { with: chat, seconds } = schemas.chatTimer.parse(request.body);
  const contact = personOf(simulator, request);
  const written = timerMessage(seconds);
  if (chat.endsWith('@g.us')) {
    requireMembership(simulator, contact, chat);
    await sendToGroup(simulator, contact, { ...written, chat });
  } else {
    const { number } = requirePerson(simulator, request, chat, 'phone');
    await sendFromContact(simulator, contact, { ...written, chat: number });
  }
  return { id: written.id };
}

/** The same on a company's phone. */
export async function setTimerOnPhone(simulator: Simulator, request: AdminRequest): Promise<object> {
  const { with: chat, seconds } = schemas.chatTimer.parse(request.body);
  const phone = personOf(simulator, request, 'phone');
  const written = timerMessage(seconds);
  if (chat.endsWith('@g.us')) {
    requireMembership(simulator, phone, chat);
    await sendToGroup(simulator, phone, { ...written, chat });
  } else {
    const contact = requirePerson(simulator, request, chat, 'contact');
    await sendFromPhone(simulator, phone, contact, { ...written, chat: contact.number });
  }
  return { id: written.id };
}

function timerMessage(ephemeralExpiration: number) {
  const { EPHEMERAL_SETTING: type } = proto.Message.ProtocolMessage.Type;
  return { id: newMessageId(), message: { protocolMessage: { type, ephemeralExpiration } } };
}

async function composeMessage(
  simulator: Simulator,
  writer: Person,
  chat: string,
  body: schemas.MessageBody,
): Promise<WrittenMessage> {
  if (body.group !== undefined) requireMembership(simulator, writer, body.group);
  const { device = 0, media } = body;
  if (!simulator.peers.byNumber(writer.number, device)) {
    throw new NotFound(`${writer.number} has no device ${device}`);
  }
  const target = findTarget(simulator, writer, chat, body);
  const upload = media && (await simulator.media.upload(Buffer.from(media.base64, 'base64'), media.kind));
  const other = simulator.people.byNumber(chat);
  const chatJid = other ? addressedAs(other) : chat;
  const expiration = simulator.timers.of(writer.number, chat);
  const ownJid = addressedAs(writer);
  const message = compose(body, { chatJid, target, upload, ownJid, expiration });
  const { broadcast = false } = body;
  return { id: body.id ?? newMessageId(), chat, message, device, broadcast };
}

function findTarget(simulator: Simulator, writer: Person, chat: string, body: schemas.MessageBody) {
  const edited = body.edit ?? body.sealedEdit;
  const id = body.reaction?.id ?? body.quoted ?? body.revoke ?? edited?.id;
  if (id === undefined) return undefined;
  const key = { owner: writer.number, chat, id };
  const shown = simulator.history.find(key);
  if (!shown) throw new NotFound(`the phone of ${writer.number} shows no message ${id} in this chat`);
  if ((body.revoke !== undefined || edited) && !shown.fromMe) {
    throw new ValidationFailed('only own messages can be edited or revoked');
  }
  const author = simulator.people.byNumber(shown.sender);
  const authorJid = author ? lidJid(author.lid) : shown.sender;
  return { shown, authorJid, message: simulator.history.payload(key) };
}

function requireMembership(simulator: Simulator, { number }: Person, jid: string): void {
  const group = simulator.groups.byJid(jid);
  if (!group) throw new NotFound(`no group ${jid}`);
  if (!group.members.includes(number)) throw new ValidationFailed(`${number} is no member of ${jid}`);
}
