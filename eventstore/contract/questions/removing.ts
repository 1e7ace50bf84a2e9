import { BACKWARDS, END, NO_STREAM, STREAM_EXISTS } from '@eventstore/db-client';
import type { Asker } from './asking.ts';

const askOfMetadataAlone = async (asker: Asker): Promise<void> => {
  const { ask, append, describe, event, fresh, metadata, read, remove } = asker;
  const stream = fresh();
  await ask('metadata of nothing', metadata(stream));
  await ask('set metadata', describe(stream, { maxCount: 2, foo: 1 }));
  await ask('get it', metadata(stream));
  await ask('read a stream with metadata alone', read(stream));
  await ask('delete it', remove(stream));
  await ask('its metadata', metadata(stream));
  await ask('append to it', () => append(stream, event()));
  await ask('its metadata then', metadata(stream));
  await ask('read it then', read(stream));
};

const askOfDeleting = async (asker: Asker): Promise<void> => {
  const { ask, append, describe, event, events, fresh, metadata, read, remove } = asker;
  const stream = fresh();
  await ask('limit to two', describe(stream, { maxCount: 2, foo: 1 }));
  await ask('append five', () => append(stream, events(5)));
  await ask('read', read(stream));
  await ask('read backwards', read(stream, { direction: BACKWARDS, fromRevision: END }));
  await ask('delete', remove(stream));
  await ask('delete again', remove(stream));
  await ask('metadata of a deleted stream', metadata(stream));
  await ask('delete again at no_stream', remove(stream, { expectedRevision: NO_STREAM }));
  await ask('delete again at 4', remove(stream, { expectedRevision: 4n }));
  await ask('read a deleted stream', read(stream));
  await ask('append to a deleted stream, stream_exists', () => append(stream, event(), STREAM_EXISTS));
  await ask('append to a deleted stream, at 4', () => append(stream, event(), 4n));
  await ask('metadata of a stream written anew', metadata(stream));
  await ask('read a stream written anew', read(stream));
  const other = fresh();
  await append(other, event());
  await remove(other)();
  await ask('append to a deleted stream, no_stream', () => append(other, event(), NO_STREAM));
  await ask('its metadata, without any before', metadata(other));
};

/** Gives the name of an ended stream. */
const askOfEnding = async (asker: Asker): Promise<string> => {
  const { ask, append, describe, end, event, fresh, metadata, read, remove } = asker;
  const stream = fresh();
  await append(stream, event());
  await remove(stream)();
  await ask('end a deleted stream', end(stream));
  await ask('delete an ended stream', remove(stream));
  await ask('end an ended stream', end(stream));
  await ask('metadata of an ended stream', metadata(stream));
  await ask('set metadata of an ended stream', describe(stream, { foo: 2 }));
  await ask('read an ended stream', read(stream));
  await ask('append to an ended stream', () => append(stream, event()));
  return stream;
};

const askOfWhatNeverWas = async ({ ask, end, fresh, remove }: Asker): Promise<void> => {
  await ask('end what never was', end(fresh()));
  await ask('end what never was, no_stream', end(fresh(), { expectedRevision: NO_STREAM }));
  const stream = fresh();
  await ask('delete what never was', remove(stream));
  await ask('delete what never was, no_stream', remove(stream, { expectedRevision: NO_STREAM }));
  await ask('delete what never was, stream_exists', () =>
    // The client's types know that it cannot say this; what it makes of it is asked all the same.
    Reflect.apply(remove, undefined, [stream, { expectedRevision: STREAM_EXISTS }])(),
  );
  await ask('delete what never was, at 3', remove(stream, { expectedRevision: 3n }));
};

/** Gives the name of an ended stream. */
export const askOfRemoving = async (asker: Asker): Promise<string> => {
  await askOfMetadataAlone(asker);
  await askOfDeleting(asker);
  const ended = await askOfEnding(asker);
  await askOfWhatNeverWas(asker);
  return ended;
};
