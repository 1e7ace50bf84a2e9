import type { Stores } from './options.ts';

/** The product's environment for stores that are given. */
export const storesOf = ({ eventstore, database }: Stores): Record<string, string> => ({
  ...(eventstore ? { EVENTSTORE_URL: eventstore } : {}),
  ...(database ? { DATABASE_URL: database } : {}),
});

/** What the tables leave out where stores are given, in words. */
export const leftOut = ({ eventstore, database }: Stores): readonly string[] => [
  ...(eventstore
    ? [
        'The event store was given: its memory, its processor time and the size of its log are not in the tables, and it was not killed.',
      ]
    : []),
  ...(database
    ? [
        'The database was given: its memory and its processor time are not in the tables, and it was not killed.',
      ]
    : []),
];
