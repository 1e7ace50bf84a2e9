import { LRUCache } from 'lru-cache';

/** Which messages WhatsApp's newest ids stand for. */
export type SentIds = {
  readonly add: (waId: string, messageId: string) => void;
  readonly messageIdOf: (waId: string) => string | undefined;
};

/** So many of the newest are known by heart: a receipt follows at once, and every member of a group tells of each step. */
const mostRemembered = 5_000;

export const rememberSent = (): SentIds => {
  const messageIds = new LRUCache<string, string>({ max: mostRemembered });
  return {
    add: (waId, messageId) => void messageIds.set(waId, messageId),
    messageIdOf: waId => messageIds.get(waId),
  };
};
