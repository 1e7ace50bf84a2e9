import { type Category, categories, parseStreamName, type StreamName } from '#domain/shared/stream.ts';
import type { StoredRecord } from '../codec.ts';
import { openConnection } from '../connection.ts';
import { lastBefore } from '../log-end.ts';
import { readStoredBytes } from '../read-response.ts';
import { type Log, prefixesOf, subscribeTo } from '../subscription.ts';
import type { Batch, Position } from '../types.ts';

/** An event of ours as its bytes are stored: nothing of it is decrypted, upcast or checked. */
export type StoredEvent = {
  readonly id: string;
  readonly stream: string;
  readonly category: Category;
  readonly companyId: string;
  readonly entityId: string;
  readonly revision: number;
  readonly position: Position;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadataBytes: Uint8Array;
  readonly metadata: { readonly at: string };
};

export type StoredEvents = {
  /** As `EventStore.subscribe`, of all companies or of one. */
  readonly subscribe: (options: {
    readonly after?: Position | undefined;
    readonly companyId?: string;
    readonly maxBatch: number;
    readonly paceMs?: number;
    readonly signal: AbortSignal;
  }) => AsyncIterable<Batch<StoredEvent>>;
  /** As `EventStore.lastBefore`. */
  readonly lastBefore: (place: number) => Promise<Position>;
  /**
   * The events of one company up to what is the end of the log meanwhile, in the log's order, those `after` a position
   * or all of them. Survives outages. Throws LogCutShort where the log ends before that position.
   */
  readonly ofCompany: (
    companyId: string,
    signal: AbortSignal,
    after?: Position,
  ) => AsyncIterable<readonly StoredEvent[]>;
  /** The same of one stream. */
  readonly ofStream: (stream: StreamName, signal: AbortSignal) => AsyncIterable<readonly StoredEvent[]>;
  /** The same of one category, of all companies. */
  readonly ofCategory: (category: Category, signal: AbortSignal) => AsyncIterable<readonly StoredEvent[]>;
  readonly close: () => Promise<void>;
};

/** Bytes that cannot be read as JSON are bytes all the same. */
const timeIn = (metadata: Uint8Array): string => {
  try {
    const { at } = JSON.parse(Buffer.from(metadata).toString());
    return typeof at === 'string' ? at : '';
  } catch {
    return '';
  }
};

/** Undefined for what is no event of ours, and for what servers write into our streams of their own accord. */
export const storedEventOf = (record: StoredRecord): StoredEvent | undefined => {
  const place = parseStreamName(record.streamId);
  if (!place || record.type.startsWith('$')) return undefined;
  const metadataBytes = record.metadata instanceof Uint8Array ? record.metadata : new Uint8Array();
  return {
    ...place,
    id: record.id,
    stream: record.streamId,
    revision: Number(record.revision),
    position: Number(record.position),
    type: record.type,
    data: record.data instanceof Uint8Array ? record.data : new Uint8Array(),
    metadataBytes,
    metadata: { at: timeIn(metadataBytes) },
  };
};

const decode = async (records: readonly StoredRecord[]) => ({
  events: records.flatMap(record => storedEventOf(record) ?? []),
});

const eventsAtOnce = 500;

/** Opens a reader of stored bytes behind a connection string; `close` ends its calls. */
export const openStoredEvents = ({
  connectionString,
  log,
}: {
  readonly connectionString: string;
  readonly log?: Log | undefined;
}): StoredEvents => {
  const connection = openConnection(connectionString);
  const parts = { connection, log, decode, deserialize: readStoredBytes };
  async function* upToEnd(prefixes: readonly string[], signal: AbortSignal, after?: Position) {
    const wanted = { prefixes, after: after || undefined, maxBatch: eventsAtOnce, signal };
    for await (const { events, live } of subscribeTo(parts, wanted)) {
      if (events.length > 0) yield events;
      if (live) return;
    }
    signal.throwIfAborted();
  }
  return {
    subscribe: ({ companyId, ...options }) =>
      subscribeTo(parts, { ...options, prefixes: prefixesOf(categories, companyId) }),
    lastBefore: place => lastBefore(connection, place),
    ofCompany: (companyId, signal, after) => upToEnd(prefixesOf(categories, companyId), signal, after),
    ofCategory: (category, signal) => upToEnd(prefixesOf([category]), signal),
    ofStream: (stream, signal) => upToEnd([stream], signal),
    close: connection.close,
  };
};
