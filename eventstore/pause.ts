import { setTimeout as wait } from 'node:timers/promises';
import { type BackOff, backOffMs } from '#domain/shared/back-off.ts';

/** Resolves after so many milliseconds, or as soon as the signal aborts. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  if (milliseconds > 0) await wait(milliseconds, undefined, { signal }).catch(() => undefined);
};

/**
 * How long a reader of batches rests after one: at least `paceMs`, and as long as it took for that one, up to
 * `longestPaceMs`.
 */
export const restAfter = (
  tookMs: number,
  { paceMs, longestPaceMs }: { readonly paceMs: number; readonly longestPaceMs: number },
): number => Math.max(paceMs, Math.min(tookMs, longestPaceMs));

/** Waits as `backOffMs` says, with chance; ends at once when the signal aborts. */
export const pauseAfter = (failures: number, back: BackOff, signal: AbortSignal): Promise<void> =>
  pause(backOffMs(failures, back, Math.random()), signal);
