import { setTimeout as delay } from 'node:timers/promises';
import { type BackOff, backOffMs } from '#domain/shared/back-off.ts';
import { kindOfFailure } from '#domain/shared/outage.ts';
import { LeaseLost } from './session/leases.ts';

export { isOutage } from '#domain/shared/outage.ts';

const usual = { firstMs: 50, longestMs: 5_000 };

type Patience = { readonly signal: AbortSignal; readonly tries?: number; readonly back?: BackOff };

/**
 * Does the work again, with growing pauses, for as long as what it needs is out of reach. A lost lease is thrown at
 * once: it does not come back; so is what will not be stored as it is, however often it is tried. Any other failure
 * gets `tries` in all and is then thrown. Throws the signal's reason when aborted.
 */
export const persistently = async <T>(
  work: () => Promise<T>,
  { signal, tries = 5, back = usual }: Patience,
): Promise<T> => {
  for (let failures = 1, strikes = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const kind = kindOfFailure(error);
      if (kind !== 'outage') strikes += 1;
      if (strikes >= tries || error instanceof LeaseLost || kind === 'refused') throw error;
      const restMs = backOffMs(failures, back, Math.random());
      await delay(restMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
};

/** Postgres or the event store will not take this in, whenever it is tried. */
export const isRefused = (error: unknown): boolean => kindOfFailure(error) === 'refused';

const rest = { firstMs: 250, longestMs: 4_000 };

/** How long what goes out rests after so many failed tries. */
export const restMs = (tries: number): number => backOffMs(tries, rest, Math.random());
