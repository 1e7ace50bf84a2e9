import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type LoggedEvent, tombstoneRevision } from './log-types.ts';
import type { Storage } from './storage.ts';

/** The file is not the log that was written. Its message says where. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog';
}

const newestEvents = 1000;
const sliceEvents = 500;

/** Whether the last node on this file ended without closing it: a closed log has no write-ahead part. */
export const endedUncleanly = (file: string): boolean =>
  (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

const check = (storage: Storage, events: readonly LoggedEvent[], first: number): void => {
  events.forEach(({ place, stream, revision }, index) => {
    if (place !== first + index) throw new DamagedLog(`event ${first + index} of the log is missing`);
    const end = storage.findStream(stream)?.lastRevision ?? -1;
    if (revision !== tombstoneRevision && end < revision) {
      throw new DamagedLog(`event ${place} of the log is later than its stream's end`);
    }
  });
};

/** Names the event that is wrong in a slice. */
const checkClosely = (storage: Storage, first: number): void => {
  check(storage, storage.pageOfAll({ from: first, limit: sliceEvents, direction: 'forwards' }), first);
  throw new DamagedLog(`the events from ${first} on do not follow on one another`);
};

const asDamage = (error: unknown): DamagedLog =>
  error instanceof DamagedLog
    ? error
    : new DamagedLog(error instanceof Error ? error.message : String(error), { cause: error });

/** Looks at the newest events alone, so that a large log starts as fast as a small one. Throws DamagedLog. */
export const checkNewest = (storage: Storage): void => {
  try {
    const range = { from: storage.lastPlace(), limit: newestEvents, direction: 'backwards' } as const;
    const newest = storage.pageOfAll(range).reverse();
    check(storage, newest, range.from - newest.length + 1);
  } catch (error) {
    throw asDamage(error);
  }
};

/**
 * Reads the whole log once, in slices between which others are served: every event is there and can be read.
 * Resolves with the damage that was found, or undefined.
 */
export const checkWhole = async (storage: Storage, signal: AbortSignal): Promise<DamagedLog | undefined> => {
  try {
    const last = storage.lastPlace();
    for (let next = 1; next <= last; ) {
      await nextTurn();
      if (signal.aborted) return undefined;
      const { events, last: reached, stray } = storage.survey(next, sliceEvents);
      if (stray > 0 || reached !== next + events - 1) checkClosely(storage, next);
      next = reached + 1;
    }
    return undefined;
  } catch (error) {
    return asDamage(error);
  }
};
