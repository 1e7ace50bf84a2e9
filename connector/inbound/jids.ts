import type { WaKey } from '#domain/message/events.ts';
import type { Envelope } from './journal-entry.ts';

export const isGroup = (jid: string) => jid.endsWith('@g.us');
export const isLid = (jid: string | null) => jid?.endsWith('@lid') === true;
export const isPhone = (jid: string | null) => jid?.endsWith('@s.whatsapp.net') === true;
/** The number, LID or group id that a jid starts with. */
export const userOf = (jid: string) => jid.replace(/[:@].*$/, '');

/** A chat is named by its lid wherever that is known, so that its messages have the same ids each time. */
export const keyOf = (envelope: Envelope): WaKey => {
  const { id, fromMe, remoteJid, remoteJidAlt, participant, participantAlt } = envelope;
  return {
    id,
    fromMe,
    remoteJid: [remoteJid, remoteJidAlt].find(isLid) ?? remoteJid,
    participant: [participant, participantAlt].find(isLid) ?? participant,
  };
};
