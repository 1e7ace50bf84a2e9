import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable, UnreadableEvent } from '#eventstore/types.ts';
import { FoldFailed } from './kit/fold.ts';

/** Classes of SQLSTATE that speak of the server's or the connection's state, not of what was asked. */
const passing = new Set(['08', '53', '55', '57', '58', '40', '25', 'XX']);

/** Whether the same work may succeed later. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof FoldFailed || error instanceof UnreadableEvent) return false;
  if (error instanceof StoreUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code && /^[0-9A-Z]{5}$/.test(code)) return passing.has(code.slice(0, 2));
  if (code?.startsWith('E')) return true;
  return /connection|not queryable|client was closed|terminated/i.test(error.message);
};

const longestWait = 2_000;

/** Nothing before the first attempt, then longer and longer waits. Ends at once when the signal aborts. */
export const pauseBefore = async (attempt: number, signal: AbortSignal): Promise<void> => {
  if (attempt <= 0) return;
  const milliseconds = Math.min(longestWait, 25 * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2);
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
};
