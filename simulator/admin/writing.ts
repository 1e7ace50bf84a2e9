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
  const message = compose(body, { chatJid, target, upload });
  return { id: body.id ?? newMessageId(), chat, message, device };
}

function findTarget(simulator: Simulator, writer: Person, chat: string, body: schemas.MessageBody) {
  const id = body.reaction?.id ?? body.quoted ?? body.revoke ?? body.edit?.id;
  if (id === undefined) return undefined;
  const key = { owner: writer.number, chat, id };
  const shown = simulator.history.find(key);
  if (!shown) throw new NotFound(`the phone of ${writer.number} shows no message ${id} in this chat`);
  if ((body.revoke !== undefined || body.edit) && !shown.fromMe) {
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
