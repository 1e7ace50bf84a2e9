import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { asDamage, DamagedLog } from './damage.ts';
import { type LoggedEvent, tombstoneRevision } from './log-types.ts';
import type { Storage } from './storage.ts';

const newestEvents = 1000;
const sliceEvents = 200;

/** Whether the last node on this file ended without closing it: a closed log has no write-ahead part. */
export const endedUncleanly = (file: string): boolean =>
  (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

const mustReach = (storage: Storage, events: readonly LoggedEvent[]): void => {
  const ends = new Map<string, number>();
  for (const { place, stream, revision } of events) {
    const end = ends.get(stream) ?? storage.findStream(stream)?.lastRevision ?? -1;
    ends.set(stream, end);
    if (revision !== tombstoneRevision && end < revision)
      throw new DamagedLog(`event ${place} of the log is later than its stream's end`);
  }
};

const mustReachItsMark = (storage: Storage): void => {
  const [last, marked] = [storage.lastPlace(), storage.markedPlace];
  if (last < marked) throw new DamagedLog(`the log ends at event ${last}, and event ${marked} was stored`);
};

/**
 * Looks at the newest events alone, so that a large log starts as fast as a small one, and whether they are the
 * newest. Throws DamagedLog.
 */
export const checkNewest = (storage: Storage): void => {
  try {
    mustReachItsMark(storage);
    const range = { from: storage.lastPlace(), limit: newestEvents, direction: 'backwards' } as const;
    mustReach(storage, storage.pageOfAll(range));
  } catch (error) {
    throw asDamage(error);
  }
};

/**
 * Reads the whole log once, in slices between which others are served: every event is there, as it was written.
 * Resolves with the damage that was found, or undefined.
 */
export const checkWhole = async (storage: Storage, signal: AbortSignal): Promise<DamagedLog | undefined> => {
  try {
    const last = storage.lastPlace();
    for (let next = 1; next <= last; ) {
      await nextTurn();
      if (signal.aborted) return undefined;
      const events = storage.pageOfAll({ from: next, limit: sliceEvents, direction: 'forwards' });
      mustReach(storage, events);
      next += events.length;
    }
    return undefined;
  } catch (error) {
    return asDamage(error);
  }
};
