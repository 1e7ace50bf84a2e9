import type { FollowerReport } from '../follow/report.ts';
import { pause } from '../pause.ts';

export type Looking = {
  readonly log: { readonly warn: (details: object, message: string) => void };
  readonly report: FollowerReport;
  readonly signal: AbortSignal;
  /** Between two looks. */
  readonly everyMs: number;
  /** A look that has tried so much is followed by the next one at once; by default none is. */
  readonly atOnceAfter?: number;
  /** Done once before the first look. */
  readonly begin?: () => Promise<void>;
  /** How it waits between two looks; where it may end before its time, what was due meanwhile is looked at then. */
  readonly rest?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

/** After a failure that concerns all work. */
const againAfterMs = 2_000;

/**
 * Looks for work until the signal aborts. `look` answers how much it has tried, and throws only what concerns all of it:
 * that is reported, and tried again.
 */
export const keepLooking = async (
  { log, report, signal, everyMs, atOnceAfter = Number.POSITIVE_INFINITY, begin, rest = pause }: Looking,
  look: () => Promise<number>,
): Promise<void> => {
  let hasBegun = false;
  while (!signal.aborted) {
    try {
      if (!hasBegun) await begin?.();
      hasBegun = true;
      const done = await look();
      report.succeeded();
      if (done < atOnceAfter) await rest(everyMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'what is due could not be looked at');
      report.failed(error);
      await pause(againAfterMs, signal);
    }
  }
};
