import type { LoggedEvent, Place } from './log-types.ts';
import { createRing } from './ring.ts';
import type { Storage } from './storage.ts';

const held = { events: 4096, bytes: 8 * 1024 * 1024 };

/**
 * The committed log as readers see it: its newest part in memory, the rest in pages from the file.
 * Readers pull; nobody is queued for, so a slow one costs nothing and order is the log's.
 */
export const createLog = (storage: Storage) => {
  const ring = createRing(held);
  let last: Place = storage.lastPlace();
  const waiting = new Set<() => void>();

  /** Makes events visible that are safely stored. */
  const publish = (events: readonly LoggedEvent[]): void => {
    for (const event of events) {
      ring.push(event);
      last = event.place;
    }
    wake();
  };

  const wake = (): void => {
    const woken = [...waiting];
    waiting.clear();
    for (const go of woken) go();
  };

  /** At most `limit` events after a place. */
  const after = (place: Place, limit: number): readonly LoggedEvent[] => {
    if (place >= last) return [];
    const from = place + 1;
    return ring.from(from, limit) ?? storage.pageOfAll({ from, limit, direction: 'forwards' });
  };

  /** Resolves once something was published after `seen`, or when the signal aborts. */
  const newerThan = (seen: Place, signal: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      if (last > seen || signal.aborted) return resolve();
      const done = () => {
        signal.removeEventListener('abort', done);
        waiting.delete(done);
        resolve();
      };
      signal.addEventListener('abort', done);
      waiting.add(done);
    });

  return { publish, after, newerThan, last: (): Place => last };
};

export type Log = ReturnType<typeof createLog>;
