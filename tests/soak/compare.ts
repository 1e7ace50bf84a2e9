export type Difference = {
  readonly missing: readonly number[];
  readonly repeated: readonly number[];
  /** Never written there. */
  readonly foreign: readonly number[];
  /** Stand behind one that was written after them. */
  readonly disordered: readonly number[];
};

/** What keeps `found` from being `expected`: each exactly once, in the same order. */
export const compare = (expected: readonly number[], found: readonly number[]): Difference => {
  const places = new Map(expected.map((n, place) => [n, place]));
  const seen = new Set<number>();
  const repeated: number[] = [];
  const foreign: number[] = [];
  const disordered: number[] = [];
  let furthest = -1;
  for (const n of found) {
    const place = places.get(n);
    if (place === undefined) foreign.push(n);
    else if (seen.has(n)) repeated.push(n);
    else if (place < furthest) disordered.push(n);
    else furthest = place;
    if (place !== undefined) seen.add(n);
  }
  return { missing: expected.filter(n => !seen.has(n)), repeated, foreign, disordered };
};

const named = (numbers: readonly number[]): string =>
  `${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ` and ${numbers.length - 5} more` : ''}`;

/** The difference in words, one for each kind of fault; nothing when there is none. */
export const faultsOf = (where: string, difference: Difference): readonly string[] =>
  Object.entries(difference).flatMap(([kind, numbers]) =>
    numbers.length > 0 ? [`${where}: ${kind} ${named(numbers)}`] : [],
  );
