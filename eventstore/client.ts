import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  type ReadPosition,
} from '@eventstore/db-client';
import { categories as ourCategories, parseStreamName, type StreamName } from '#domain/shared/stream.ts';
import { appendInBatch, offersBatches } from './batch-append.ts';
import { allReadable, type Codec, createCodec, type StoredForm, type StoredRecord } from './codec.ts';
import { type Connection, callDeadline, openConnection } from './connection.ts';
import { createCutGuard, watched } from './cut-guard.ts';
import { lastBefore } from './log-end.ts';
import type { PersonKeys } from './person-keys.ts';
import { openReading, wholeStream } from './reading.ts';
import type { Appending } from './store-errors.ts';
import { type Log, prefixesOf, subscribeTo } from './subscription.ts';
import {
  type Appended,
  type EventStore,
  noStream,
  type Position,
  type Revision,
  type ToAppend,
} from './types.ts';
import type { Upcasters } from './upcasters.ts';

export type EventStoreOptions = {
  /** `esdb://host:port?tls=false` and the like, as EventStoreDB has it. */
  readonly connectionString: string;
  /** Under which personal fields are stored. */
  readonly keys: PersonKeys;
  readonly log?: Log | undefined;
  readonly upcasters?: Upcasters;
  /** How far the log was ever read, by whomever: nothing is written to one that ends before. */
  readonly readUpTo?: (() => Promise<Position>) | undefined;
  /** Another way to store events, for measurements. */
  readonly codec?: Codec;
};

const smallestPage = 4;
const largestPage = 1024;

type Wanted = { readonly stream: string; readonly from: Revision; readonly givenUp: AbortSignal };

/** All records of a stream; none when there is no such stream. */
const readWhole = (
  client: EventStoreDBClient,
  { stream, from, givenUp }: Wanted,
): Promise<readonly StoredRecord[]> =>
  new Promise((resolve, reject) => {
    const records: StoredRecord[] = [];
    const reading = openReading(client, wholeStream(stream, from), {
      said: ({ record }) => {
        if (record) records.push(record);
      },
      ended: () => resolve(records),
      failed: reject,
    });
    givenUp.addEventListener('abort', reading.cancel);
  });

/** As a call of its own, for servers of old. */
const appendAlone = async (
  client: EventStoreDBClient,
  { stream, expected }: Appending,
  events: readonly StoredForm[],
): Promise<Appended> => {
  const expectedRevision = expected === noStream ? NO_STREAM : BigInt(expected);
  const forms = events.map(event => jsonEvent(event));
  const result = await client.appendToStream(stream, forms, { expectedRevision, deadline: callDeadline });
  return {
    revision: Number(result.nextExpectedRevision),
    position: Number(result.position?.commit ?? 0n),
  };
};

const readBackwards = (
  connection: Connection,
  fromPosition: ReadPosition,
  { maxCount, requiresLeader }: { readonly maxCount: number; readonly requiresLeader: boolean },
): Promise<AllStreamResolvedEvent[]> =>
  connection.call(client =>
    Array.fromAsync(client.readAll({ direction: BACKWARDS, fromPosition, maxCount, requiresLeader })),
  );

/** The store over the network; `mustBeWhole` throws LogIsCut where the log has lost its end, and StoreUnavailable. */
export type OpenedEventStore = EventStore & { readonly mustBeWhole: () => Promise<void> };

/** Opens the event store behind a connection string. Connects when first used; `close` ends its calls. */
export const openEventStore = (options: EventStoreOptions): OpenedEventStore => {
  const { connectionString, keys, log, upcasters } = options;
  const connection = watched(openConnection(connectionString), () => guard.doubt());
  const codec = options.codec ?? createCodec(keys, upcasters);
  const guard = createCutGuard(connection, options.readUpTo);

  const loadGiven: EventStore['loadGiven'] = async (stream, from = 0) => {
    const records = await connection.call((client, givenUp) => readWhole(client, { stream, from, givenUp }));
    return codec.decode(records);
  };
  const load: EventStore['load'] = async (stream, from) => allReadable(await loadGiven(stream, from));

  const append = async (
    stream: StreamName,
    expected: Revision,
    events: readonly ToAppend[],
  ): Promise<Appended> => {
    const encoded = await codec.encode(stream, events);
    const appending = { stream, expected };
    await guard.mustBeWhole();
    const appended = await connection.call(async (client, givenUp) => {
      if (!(await offersBatches(client))) return appendAlone(client, appending, encoded);
      const deadline = new Date(Date.now() + callDeadline);
      return appendInBatch(client, { appending, events: encoded, deadline, givenUp });
    }, appending);
    guard.reached(appended.position);
    return appended;
  };

  const head: EventStore['head'] = async of => {
    const requiresLeader = of === 'leader';
    let from: ReadPosition = END;
    for (let maxCount = smallestPage; ; maxCount = Math.min(largestPage, maxCount * 4)) {
      const page = await readBackwards(connection, from, { maxCount, requiresLeader });
      const ours = page.find(({ event }) => event && parseStreamName(event.streamId));
      const last = page.at(-1)?.event;
      if (ours?.event) return Number(ours.event.position.commit) satisfies Position;
      if (!last) return 0;
      from = last.position;
    }
  };

  return {
    load,
    loadGiven,
    append,
    subscribe: ({ categories = ourCategories, companyId, ...options }) =>
      subscribeTo(
        { connection, log, decode: codec.decode },
        { ...options, prefixes: prefixesOf(categories, companyId) },
      ),
    head,
    lastBefore: place => lastBefore(connection, place),
    keys,
    mustBeWhole: guard.mustBeWhole,
    close: connection.close,
  };
};
