import type { BinaryNode } from '@whiskeysockets/baileys';
import { cleanText, cutText } from '#domain/shared/text.ts';
import { possibleSecond } from '#domain/shared/time.ts';
import type { Baileys } from '../baileys.ts';
import { storableId, storableJid } from '../storable.ts';
import type { Envelope } from './journal-entry.ts';

/** An envelope as everything behind it may take it for granted: WhatsApp lets anybody say anything. */
export const cleanEnvelope = (envelope: Envelope): Envelope => ({
  id: storableId(envelope.id),
  fromMe: envelope.fromMe,
  remoteJid: storableJid(envelope.remoteJid),
  remoteJidAlt: envelope.remoteJidAlt && storableJid(envelope.remoteJidAlt),
  participant: envelope.participant && storableJid(envelope.participant),
  participantAlt: envelope.participantAlt && storableJid(envelope.participantAlt),
  sentAt: possibleSecond(envelope.sentAt),
  pushName: envelope.pushName && cutText(cleanText(envelope.pushName), longestName),
});

/** More than WhatsApp allows anybody. */
const longestName = 200;

/** Reads who wrote where, and when, off a message stanza. */
export const envelopeOf = (
  baileys: Baileys,
  node: BinaryNode,
  me: { readonly id: string; readonly lid?: string | undefined },
): Envelope => {
  const { key, pushName, messageTimestamp } = baileys.decodeMessageNode(
    node,
    me.id,
    me.lid ?? '',
  ).fullMessage;
  const fromMe = key.fromMe === true;
  const inGroup = key.remoteJid?.endsWith('@g.us') === true;
  // What a contact sends to a list of people is written to each of them.
  const chat = !fromMe && isList(key.remoteJid) ? key.participant : key.remoteJid;
  const normal = (jid: string | null | undefined) => (jid ? baileys.jidNormalizedUser(jid) : null);
  const recipientAlt = node.attrs.recipient_pn ?? node.attrs.recipient_lid ?? null;
  return cleanEnvelope({
    id: key.id ?? '',
    fromMe,
    remoteJid: normal(chat) ?? '',
    remoteJidAlt: inGroup ? null : normal(fromMe ? recipientAlt : key.remoteJidAlt),
    participant: inGroup ? normal(key.participant) : null,
    participantAlt: inGroup ? normal(key.participantAlt) : null,
    sentAt: Number(messageTimestamp ?? 0),
    pushName: pushName ?? null,
  });
};

/** Whether a chat is somebody's list of people to write to at once. */
export const isList = (jid: string | null | undefined): boolean =>
  jid?.endsWith('@broadcast') === true && jid !== 'status@broadcast';
