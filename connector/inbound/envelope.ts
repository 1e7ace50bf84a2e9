import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Baileys } from '../baileys.ts';
import type { Envelope } from './journal-entry.ts';

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
  const normal = (jid: string | null | undefined) => (jid ? baileys.jidNormalizedUser(jid) : null);
  const recipientAlt = node.attrs.recipient_pn ?? node.attrs.recipient_lid ?? null;
  return {
    id: key.id ?? '',
    fromMe,
    remoteJid: normal(key.remoteJid) ?? '',
    remoteJidAlt: inGroup ? null : normal(fromMe ? recipientAlt : key.remoteJidAlt),
    participant: inGroup ? normal(key.participant) : null,
    participantAlt: inGroup ? normal(key.participantAlt) : null,
    sentAt: Number(messageTimestamp ?? 0),
    pushName: pushName ?? null,
  };
};
