import {
  ANY,
  type AppendExpectedRevision,
  binaryEvent,
  type EventData,
  jsonEvent,
  NO_STREAM,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { type Connection, callDeadline } from '../connection.ts';
import { isMetastream } from '../embedded/log-types.ts';
import { type Content, endsStream, jsonText, type LogRecord } from './record.ts';

const mostInFlight = 64;

export type LogAppender = {
  /** Asks for one more event behind all that were given before; waits while too many are unanswered. */
  readonly append: (record: LogRecord) => Promise<void>;
  /** Resolves when all is stored. */
  readonly settled: () => Promise<void>;
};

/**
 * Appends events with their ids, in order. They travel over one call that the server works through in order, so
 * that many may be under way at once. After the first that fails nothing more is asked for and every call throws.
 */
export const openAppender = (connection: Connection): LogAppender => {
  const inFlight = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  let opened = false;

  const settled = async () => {
    await Promise.all(inFlight);
    if (failure) throw failure.error;
  };

  const start = (record: LogRecord) => {
    const work = store(connection, record)
      .catch(error => {
        failure ??= { error };
      })
      .finally(() => inFlight.delete(work));
    inFlight.add(work);
  };

  return {
    append: async record => {
      const alone = !opened || endsStream(record);
      if (alone) await settled();
      while (inFlight.size >= mostInFlight) await Promise.race(inFlight);
      if (failure) return settled();
      start(record);
      opened = true;
      if (alone) await settled();
    },
    settled,
  };
};

const store = async (connection: Connection, record: LogRecord): Promise<void> => {
  const { stream, revision } = record;
  if (endsStream(record)) {
    await connection.call(client => client.tombstoneStream(stream, { expectedRevision: ANY }));
    return;
  }
  const expectedRevision = isMetastream(stream) ? ANY : expectedBefore(revision);
  const options = { expectedRevision, deadline: callDeadline };
  try {
    await connection.call(client => client.appendToStream(stream, [eventOf(record)], options));
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error;
    throw new Error(
      `Event ${revision} of ${stream} cannot be copied: the target's stream is at ${String(error.actualVersion)}.`,
      { cause: error },
    );
  }
};

const expectedBefore = (revision: number): AppendExpectedRevision =>
  revision === 0 ? NO_STREAM : BigInt(revision - 1);

const eventOf = (record: LogRecord): EventData => {
  const { id, type, data } = record;
  const metadata = metadataOf(record.metadata);
  const beside = metadata === undefined ? {} : { metadata };
  if (data && 'json' in data) {
    const json = type === '$metadata' ? exactly(jsonText(record, data.json)) : data.json;
    return jsonEvent({ id, type, data: json as Record<string, unknown>, ...beside });
  }
  return binaryEvent({
    id,
    type,
    data: data ? Buffer.from(data.bytes, 'base64') : new Uint8Array(),
    ...beside,
  });
};

const metadataOf = (content: Content): Record<string, unknown> | Uint8Array | undefined => {
  if (!content) return undefined;
  return 'json' in content
    ? (content.json as Record<string, unknown>)
    : new Uint8Array(Buffer.from(content.bytes, 'base64'));
};

type RawJson = { readonly rawJSON: (text: string) => unknown };

/** Parses JSON so that integers too large for a number are written again as they were. */
const exactly = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
      ? (JSON as unknown as RawJson).rawJSON(context?.source ?? '')
      : value,
  );
