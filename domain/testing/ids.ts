/** Readable ids for tests: `idOf(7)` is always the same. */
export const idOf = (number: number): string => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`;
