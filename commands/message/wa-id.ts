import { createHash } from 'node:crypto';

/** The id that WhatsApp shall know a message of ours by: the same for every try to send it. */
export const waIdOf = (messageId: string): string =>
  `3EB0${createHash('sha256').update(messageId).digest('hex').slice(0, 18).toUpperCase()}`;
