import type { LoggedEvent, Place } from './log-types.ts';
import type { Storage } from './storage.ts';

const ringEvents = 4096;
const ringBytes = 8 * 1024 * 1024;

/**
 * The committed log as readers see it: its newest part in memory, the rest in pages from the file.
 * Readers pull; nobody is queued for, so a slow one costs nothing and order is the log's.
 */
export const createLog = (storage: Storage) => {
  const ring: LoggedEvent[] = [];
  let ringStart = 0;
  let held = 0;
  let last: Place = storage.lastPlace();
  const waiting = new Set<() => void>();

  const size = (event: LoggedEvent): number => event.data.length + event.metadata.length;

  const dropOldest = (): void => {
    while (ring.length - ringStart > ringEvents || held > ringBytes) {
      const oldest = ring[ringStart];
      if (!oldest) break;
      held -= size(oldest);
      ringStart += 1;
    }
    if (ringStart > ringEvents) {
      ring.splice(0, ringStart);
      ringStart = 0;
    }
  };

  /** Makes events visible that are safely stored. */
  const publish = (events: readonly LoggedEvent[]): void => {
    for (const event of events) {
      ring.push(event);
      held += size(event);
      last = event.place;
    }
    dropOldest();
    wake();
  };

  const wake = (): void => {
    const woken = [...waiting];
    waiting.clear();
    for (const go of woken) go();
  };

  /** At most `limit` events after a place. Places have no gaps, so the ring is found by counting. */
  const after = (place: Place, limit: number): readonly LoggedEvent[] => {
    if (place >= last) return [];
    const first = ring[ringStart];
    if (first && first.place <= place + 1) {
      const start = ringStart + (place + 1 - first.place);
      return ring.slice(start, start + limit);
    }
    return storage.pageOfAll({ from: place + 1, limit, direction: 'forwards' });
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
