import type { Connection } from './connection.ts';
import { readLogEnd } from './log-end.ts';
import { LogIsCut, type Position, StoreUnavailable } from './types.ts';

/** How long a log that was whole is believed to be, unless a call fails: no server comes back sooner. */
const trustedMs = 500;

export type CutGuard = {
  /** Throws LogIsCut where the log ends before what was read or written of it, and StoreUnavailable. */
  readonly mustBeWhole: () => Promise<void>;
  /** The log has come to here. */
  readonly reached: (position: Position) => void;
  /** Something failed: the server may come back with another log. */
  readonly doubt: () => void;
};

/**
 * Keeps a log whose end was cut off from being written: positions that were given out would be given out again, and
 * after some events nobody could see that others are missing. `readUpTo` says how far the log was ever read; where it
 * cannot be asked, what it said last counts. Without it there is nothing to compare with.
 */
export const createCutGuard = (
  connection: Connection,
  readUpTo: (() => Promise<Position>) | undefined,
): CutGuard => {
  if (!readUpTo) return unguarded;
  let known: Position = 0;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const reached = (position: Position): void => {
    known = Math.max(known, position);
  };
  const look = async (): Promise<void> => {
    reached(await readUpTo().catch(() => 0));
    const { last, reach } = await readLogEnd(connection);
    if (known > reach) throw new LogIsCut(last, known);
    wholeAt = performance.now();
  };

  return {
    mustBeWhole: async () => {
      if (performance.now() - wholeAt < trustedMs) return;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      await looking;
    },
    reached,
    doubt: () => {
      wholeAt = Number.NEGATIVE_INFINITY;
    },
  };
};

const unguarded: CutGuard = {
  mustBeWhole: () => Promise.resolve(),
  reached: () => undefined,
  doubt: () => undefined,
};

/** A connection that says when something failed on it. */
export const watched = (connection: Connection, failed: () => void): Connection => ({
  ...connection,
  call: async (...calling) => {
    try {
      return await connection.call(...calling);
    } catch (error) {
      if (error instanceof StoreUnavailable) failed();
      throw error;
    }
  },
  failed: (...what) => {
    failed();
    return connection.failed(...what);
  },
});
