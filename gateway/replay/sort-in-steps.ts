import { setImmediate } from 'node:timers/promises';

/** What is sorted at once: a fraction of a millisecond. */
const run = 4_096;
/** How many numbers are gone through at most before others have their turn: some milliseconds. */
const mostAtOnce = 1 << 18;

/**
 * Numbers from the smallest on, sorted in small steps: others are served in between, however many there are. The given
 * array is used up.
 */
export const sortInSteps = async (given: Float64Array): Promise<Float64Array> => {
  let since = 0;
  const worked = async (count: number): Promise<void> => {
    since += count;
    if (since < mostAtOnce) return;
    since = 0;
    await setImmediate();
  };
  for (let from = 0; from < given.length; from += run) {
    given.subarray(from, from + run).sort();
    await worked(8 * run);
  }
  let [sorted, other]: [Float64Array, Float64Array] = [given, new Float64Array(given.length)];
  for (let width = run; width < given.length; width *= 2) {
    for (let from = 0; from < given.length; from += 2 * width) {
      merge(sorted, other, { from, middle: from + width, until: from + 2 * width });
      await worked(2 * width);
    }
    [sorted, other] = [other, sorted];
  }
  return sorted;
};

/** Two runs that are sorted and follow each other become one; the second may be short, or not there. */
const merge = (
  source: Float64Array,
  target: Float64Array,
  { from, middle, until }: { readonly from: number; readonly middle: number; readonly until: number },
): void => {
  const [endOfFirst, end] = [Math.min(middle, source.length), Math.min(until, source.length)];
  let [first, second] = [from, endOfFirst];
  for (let at = from; at < end; at += 1) {
    const [one, two] = [source[first] ?? 0, source[second] ?? 0];
    const isFirst = first < endOfFirst && (second >= end || one <= two);
    target[at] = isFirst ? one : two;
    if (isFirst) first += 1;
    else second += 1;
  }
};

/** Collects numbers, eight bytes each. */
export const collectNumbers = () => {
  let kept = new Float64Array(run);
  let count = 0;
  return {
    add: (values: readonly number[]): void => {
      if (count + values.length > kept.length) {
        const larger = new Float64Array(Math.max(2 * kept.length, count + values.length));
        larger.set(kept.subarray(0, count));
        kept = larger;
      }
      kept.set(values, count);
      count += values.length;
    },
    /** All of them from the smallest on; nothing is added after. */
    sorted: (): Promise<Float64Array> => sortInSteps(kept.subarray(0, count)),
  };
};
