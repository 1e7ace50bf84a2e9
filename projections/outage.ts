import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable, UnreadableEvent } from '#eventstore/types.ts';
import { FoldFailed } from './kit/fold.ts';

/** Classes of SQLSTATE that speak of the server's or the connection's state, not of what was asked. */
const passing = new Set(['08', '53', '55', '57', '58', '40', '25', 'XX']);

const sqlState = /^[0-9A-Z]{5}$/;

/** Classes of SQLSTATE that speak of the rows that were to be written: their number, values, rules and size. */
const ofRows = new Set(['21', '22', '23', '54']);

/** Whether what cannot be written is what an event says, and not the tables, the rights or the server. */
export const isOfTheEvent = (error: unknown): boolean => {
  if (error instanceof FoldFailed) return true;
  if (!(error instanceof Error) || isOutage(error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code === undefined || ofRows.has(code.slice(0, 2));
};

/** Whether the same work may succeed later. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof FoldFailed || error instanceof UnreadableEvent) return false;
  if (error instanceof StoreUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code?.startsWith('E')) return true;
  if (code && sqlState.test(code)) return passing.has(code.slice(0, 2));
  return /connection|not queryable|client was closed|terminated/i.test(error.message);
};

const longestWait = 2_000;

/** Nothing before the first attempt, then longer and longer waits. Ends at once when the signal aborts. */
export const pauseBefore = async (attempt: number, signal: AbortSignal): Promise<void> => {
  if (attempt <= 0) return;
  const milliseconds = Math.min(longestWait, 25 * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2);
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
};
