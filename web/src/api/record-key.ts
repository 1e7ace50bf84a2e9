/** Every query that shows rows of a record has a key that begins like this: a live change of one asks it anew. */
export const recordKey = (concept: 'tag' | 'quickMessage', ...of: readonly unknown[]) =>
  [concept, ...of] as const;
