export const withoutRepeats = (items: readonly string[]): string[] => [...new Set(items)];

/** The same members, in whatever order. */
export const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every(item => other.includes(item));
