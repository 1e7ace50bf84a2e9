import type { RecordName } from '#domain/records/records.ts';

/** What is listed and changed as records are. */
export type Listed = RecordName | 'contact' | 'user' | 'schedule';

/** Every query that shows rows of these has a key that begins like this: a live change of one asks it anew. */
export const recordKey = (concept: Listed, ...of: readonly unknown[]) => [concept, ...of] as const;
