import { setTimeout as delay } from 'node:timers/promises';
import { StoreRefused, StoreUnavailable, UnreadableEvent } from '#eventstore/types.ts';
import { LeaseLost } from './session/leases.ts';

const longestMs = 5_000;

/**
 * Does the work again, with growing pauses, for as long as what it needs is out of reach. A lost lease is thrown at
 * once: it does not come back; so is what will not be stored as it is, however often it is tried. Any other failure
 * gets `tries` in all and is then thrown. Throws the signal's reason when aborted.
 */
export const persistently = async <T>(
  work: () => Promise<T>,
  { signal, tries = 5 }: { readonly signal: AbortSignal; readonly tries?: number },
): Promise<T> => {
  for (let failures = 0, strikes = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) strikes += 1;
      if (strikes >= tries || error instanceof LeaseLost || isRefused(error)) throw error;
      const pauseMs = Math.min(longestMs, 50 * 2 ** Math.min(failures, 10)) * (0.5 + Math.random() / 2);
      await delay(pauseMs, undefined, { signal });
    }
  }
};

/** Classes of SQLSTATE that speak of values and sizes. */
const ofValues = /^(22|54)...$/;

/** Postgres or the event store will not take this in, whenever it is tried. */
export const isRefused = (error: unknown): boolean => {
  if (error instanceof UnreadableEvent) return true;
  if (error instanceof StoreRefused) return error.reason !== 'access-denied';
  return error instanceof Error && 'code' in error && ofValues.test(String(error.code));
};

const outageCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  // No connection left, for now.
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  // A full disk: nothing is taken in until there is room.
  '25006',
  '53100',
]);

/** Postgres or the event store cannot be reached for now. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && (outageCodes.has(String(error.code)) || String(error.code).startsWith('08')))
    return true;
  return /Connection terminated|connection timeout|timeout exceeded when trying to connect/.test(
    error.message,
  );
};
