import { LRUCache } from 'lru-cache';
import type { Recorded } from '#eventstore/types.ts';
import type { OutboxRow } from './outbox.ts';

export type Queued = Extract<Recorded, { type: 'MessageQueued' }>;

/**
 * Messages as the log told them, until they are sent for the first time: they need not be read there again. Those with a
 * file are: meanwhile much can have become of them.
 */
export type JustQueued = {
  readonly add: (event: Recorded) => void;
  /**
   * What was queued, once. Undefined when more can have become of it than that: then the log is to be read.
   */
  readonly take: (row: OutboxRow) => Queued | undefined;
  readonly forget: () => void;
};

export const rememberQueued = (max = 500): JustQueued => {
  const queued = new LRUCache<string, Queued>({ max });
  return {
    add: event => {
      if (event.type === 'MessageQueued' && !event.data.media) queued.set(event.data.messageId, event);
    },
    take: ({ messageId, position, tries, uncertain, changed }) => {
      const event = queued.get(messageId);
      queued.delete(messageId);
      const isFirst = tries === 1 && !uncertain && !changed;
      return isFirst && event?.position === position ? event : undefined;
    },
    forget: () => queued.clear(),
  };
};
