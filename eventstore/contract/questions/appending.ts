import { BACKWARDS, END, EventStoreDBClient, NO_STREAM, STREAM_EXISTS } from '@eventstore/db-client';
import type { Asker } from './asking.ts';

export const askOfRevisions = async ({ ask, append, event, fresh }: Asker): Promise<void> => {
  const stream = fresh();
  await ask('append, any', () => append(stream, event()));
  await ask('append at 5 of 0', () => append(stream, event(), 5n));
  await ask('append at no_stream of 0', () => append(stream, event(), NO_STREAM));
};

const askOfRepetitions = async ({ ask, append, events, fresh, read }: Asker): Promise<void> => {
  const stream = fresh();
  const [a, b, c, d] = events(4);
  if (!a || !b || !c || !d) throw new Error('there are four events');
  await ask('[a, b], any', () => append(stream, [a, b]));
  await ask('[a, b] again, any', () => append(stream, [a, b]));
  await ask('a again, any', () => append(stream, a));
  await ask('b again, any', () => append(stream, b));
  await ask('[b, new], any', () => append(stream, [b, c]));
  await ask('[new, a], any', () => append(stream, [d, a]));
  await ask('what there is', read(stream));
  await ask('[a, b] again, no_stream', () => append(stream, [a, b], NO_STREAM));
  await ask('[a, b] again, at 0', () => append(stream, [a, b], 0n));
  await ask('[a, b] again, stream_exists', () => append(stream, [a, b], STREAM_EXISTS));
};

/** Gives the name of a stream of three events. */
const askOfLateRepetitions = async ({ ask, append, events, fresh }: Asker): Promise<string> => {
  const stream = fresh();
  const [f, g, h] = events(3);
  if (!f || !g || !h) throw new Error('there are three events');
  await ask('f, no_stream', () => append(stream, f, NO_STREAM));
  await ask('g, at 0', () => append(stream, g, 0n));
  await ask('h, at 1', () => append(stream, h, 1n));
  await ask('g again, at 0', () => append(stream, g, 0n));
  await ask('[f, g] again, no_stream', () => append(stream, [f, g], NO_STREAM));
  await ask('[g, f], at 0', () => append(stream, [g, f], 0n));
  await ask('f in another stream', () => append(fresh(), f));
  await ask('nothing, in a new stream', () => append(fresh(), []));
  await ask('nothing, in a stream of three', () => append(stream, []));
  return stream;
};

const askOfReading = async ({ ask, read }: Asker, ofThree: string): Promise<void> => {
  const backwards = { direction: BACKWARDS } as const;
  await ask('read what is not there', read('nowhere'));
  await ask('read from 9 of 2', read(ofThree, { fromRevision: 9n }));
  await ask('read two backwards', read(ofThree, { ...backwards, fromRevision: END, maxCount: 2 }));
  await ask('read backwards from 1', read(ofThree, { ...backwards, fromRevision: 1n }));
  await ask('read backwards from 99 of 2', read(ofThree, { ...backwards, fromRevision: 99n }));
};

/** Gives the name of a stream of three events. */
export const askOfAppending = async (asker: Asker): Promise<string> => {
  await askOfRevisions(asker);
  await askOfRepetitions(asker);
  const ofThree = await askOfLateRepetitions(asker);
  await askOfReading(asker, ofThree);
  return ofThree;
};

const megabyte = 1024 * 1024;

export const askOfSizes = async ({ ask, append, fresh, sized }: Asker): Promise<void> => {
  await ask('a megabyte and a byte', () => append(fresh(), sized(megabyte + 1)));
  await ask('a megabyte less 100', () => append(fresh(), sized(megabyte - 100)));
  await ask('a megabyte', () => append(fresh(), sized(megabyte)));
  await ask('600 kB of data, 600 kB of metadata', () =>
    append(fresh(), sized(600_000, { y: 'z'.repeat(600_000) })),
  );
  await ask('two events of 600 kB', () => append(fresh(), [sized(600_000), sized(600_000)]));
};

/** The empty name of a stream is answered twice by a server of the vendor, which ends the client: it has its own. */
export const askOfNames = async (asker: Asker, connectionString: string): Promise<void> => {
  const { ask, append, event, fresh } = asker;
  await ask('no type', () => append(fresh(), event('')));
  const client = EventStoreDBClient.connectionString(connectionString);
  await ask('no name of a stream', () => client.appendToStream('', event()));
  await client.dispose().catch(() => undefined);
};
