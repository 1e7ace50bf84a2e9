/**
 * Something that is to be done every so many milliseconds: answers whether it is due, at once the first time, and takes
 * it as done when it is. Counted by what has passed, not by the clock: one that was set back would say "not yet" until it
 * has caught up. `passed`: milliseconds since some moment, `performance.now()` in a process.
 */
export const dueEvery = (milliseconds: number, passed: () => number): (() => boolean) => {
  let next = Number.NEGATIVE_INFINITY;
  return () => {
    if (passed() < next) return false;
    next = passed() + milliseconds;
    return true;
  };
};
