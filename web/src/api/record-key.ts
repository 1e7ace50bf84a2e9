import type { RecordName } from '#domain/records/records.ts';

/** Every query that shows rows of a record has a key that begins like this: a live change of one asks it anew. */
export const recordKey = (concept: RecordName, ...of: readonly unknown[]) => [concept, ...of] as const;
