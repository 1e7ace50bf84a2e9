import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collectNumbers, sortInSteps } from './sort-in-steps.ts';

const sizes = fc.integer({ min: 0, max: 30_000 });
it('sorts as ever, however many there are', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 1e9 }), async (size, seed) => {
      const values = Array.from({ length: size }, (_, n) => (n * seed) % 10_007);
      const kept = collectNumbers();
      for (let from = 0; from < size; from += 5_000) kept.add(values.slice(from, from + 5_000));
      expect([...(await kept.sorted())]).toEqual(values.toSorted((one, other) => one - other));
    }),
    { numRuns: 30 },
  );
});

it('lets others have their turn many times while it sorts a million', async () => {
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const sorted = await sortInSteps(
    Float64Array.from({ length: 1_000_000 }, (_, n) => (n * 7_919) % 1_000_003),
  );
  isDone = true;
  expect(turns).toBeGreaterThan(40);
  expect(sorted.findIndex((value, n) => n > 0 && value < (sorted[n - 1] ?? 0))).toBe(-1);
});
