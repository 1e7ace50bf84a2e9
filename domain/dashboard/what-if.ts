import { type Hours, openTimesAround } from '../shared/schedule.ts';

/** The longest past that is looked at under other rules. */
export const longestWhatIfDays = 90;
/** So many of one duration at most: some seconds of work, and some tens of megabytes. */
export const mostWhatIfRows = 1_000_000;
/** A month: the longest target. */
export const longestTargetMinutes = 43_200;

/** What took time: from when until when, by the calendar, and within the hours in force then. */
export type Lasted = {
  readonly from: number;
  readonly until: number;
  readonly ms: number;
  readonly businessMs: number;
};

/**
 * How long each would have taken within other hours, by the clocks of a zone; without other hours, as it was. The open
 * times are laid out once for all of them and their sums looked up, since there may be very many.
 */
export const underHours = (
  all: readonly Lasted[],
  hours: Hours | undefined,
  zone: string,
): readonly number[] => {
  if (!hours || all.length === 0) return all.map(({ businessMs }) => businessMs);
  const [from, until] = all.reduce(
    ([first, last], each) => [Math.min(first, each.from), Math.max(last, each.until, each.from)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const openUntil = openSumOf(openTimesAround(hours, from, until, zone));
  return all.map(each => Math.max(0, openUntil(each.until) - openUntil(each.from)));
};

type Span = { readonly from: number; readonly until: number };

/** How much was open before a moment, counted from the first of some open times. */
const openSumOf = (spans: readonly Span[]): ((at: number) => number) => {
  const before: number[] = [];
  let sum = 0;
  for (const span of spans) {
    before.push(sum);
    sum += span.until - span.from;
  }
  return at => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.from ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const span = spans[low - 1];
    return span ? (before[low - 1] ?? 0) + Math.min(at, span.until) - span.from : 0;
  };
};

export type Summary = {
  readonly count: number;
  readonly average: number | null;
  readonly median: number | null;
  readonly p90: number | null;
  /** The share that took no longer than the target; null without one, and of none. */
  readonly within: number | null;
};

/** Of durations from the shortest on, with the same percentiles as the dashboard's. */
export const summaryOf = (sorted: ArrayLike<number>, targetMs: number | undefined): Summary => {
  const count = sorted.length;
  if (count === 0) return { count, average: null, median: null, p90: null, within: null };
  const at = (share: number): number => {
    const place = share * (count - 1);
    const low = sorted[Math.floor(place)] ?? 0;
    const high = sorted[Math.ceil(place)] ?? low;
    return Math.round(low + (high - low) * (place - Math.floor(place)));
  };
  let sum = 0;
  for (let n = 0; n < count; n += 1) sum += sorted[n] ?? 0;
  const within = targetMs === undefined ? null : countUpTo(sorted, targetMs) / count;
  return { count, average: Math.round(sum / count), median: at(0.5), p90: at(0.9), within };
};

const countUpTo = (sorted: ArrayLike<number>, most: number): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
};
