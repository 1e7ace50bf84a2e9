import { LRUCache } from 'lru-cache';
import type { StreamName } from '#domain/shared/stream.ts';
import type { Batch, Position, Revision } from '#eventstore/types.ts';
import type { States } from './states.ts';

/** How far a follower of the log has told a process what happens to tickets and contacts. */
export type LogHeard = {
  /** A batch of a subscription that leaves no ticket and no contact out, as soon as it has come; batches in order, one may come again. */
  readonly hear: (batch: Batch) => void;
  /**
   * Resolves with whether all events up to a position have been heard, as soon as they are; false where nobody tells of
   * them as they happen, or not within a moment.
   */
  readonly upTo: (position: Position) => Promise<boolean>;
  /** Whether nothing later than this revision has been heard of a stream lately. */
  readonly isNewest: (stream: StreamName, revision: Revision) => boolean;
};

/** Longer than a follower takes that has nothing to catch up with. */
const patienceMs = 50;
/** A reading may have begun before an event and end after it was heard of: for so many streams at least. */
const streamsRemembered = 10_000;

export const createLogHeard = (states: Pick<States, 'ticket' | 'contact'>): LogHeard => {
  const newest = new LRUCache<StreamName, Revision>({ max: streamsRemembered });
  const waiting = new Set<(position: Position) => void>();
  let [heard, isLive] = [-1, false];

  return {
    hear: ({ events, position, live }) => {
      for (const event of events) {
        if (event.category !== 'ticket' && event.category !== 'contact') continue;
        newest.set(event.stream, Math.max(event.revision, newest.peek(event.stream) ?? -1));
        states[event.category].heard(event);
      }
      heard = Math.max(heard, position);
      isLive = live;
      for (const look of waiting) look(heard);
    },
    upTo: position => {
      if (heard >= position || !isLive) return Promise.resolve(heard >= position);
      return new Promise(resolve => {
        const settle = (isHeard: boolean) => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(isHeard);
        };
        const look = (now: Position) => {
          if (now >= position) settle(true);
        };
        const timer = setTimeout(settle, patienceMs, false);
        waiting.add(look);
      });
    },
    isNewest: (stream, revision) => (newest.peek(stream) ?? -1) <= revision,
  };
};
