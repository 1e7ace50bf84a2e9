import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  ANY,
  type AppendExpectedRevision,
  binaryEvent,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { written, writtenError } from '../written.ts';

const said = ['expectedVersion', 'actualVersion', 'streamName', 'maxAppendSize', 'code'];

type Reading = AsyncIterable<Pick<ResolvedEvent, 'event' | 'link'>>;
type ReadOptions = Parameters<EventStoreDBClient['readStream']>[1];
type RemoveOptions = Parameters<EventStoreDBClient['deleteStream']>[1];
type Metadata = Parameters<EventStoreDBClient['setStreamMetadata']>[1];
type Following =
  | ReturnType<EventStoreDBClient['subscribeToStream']>
  | ReturnType<EventStoreDBClient['subscribeToAll']>;

export const listed = async (reading: Reading) => {
  const found: unknown[] = [];
  for await (const { event, link } of reading)
    found.push([event?.streamId, event?.type, event?.revision, link && [link.streamId, link.revision]]);
  return found;
};

/** What a subscription says until it has caught up, or fails. */
export const heard = async (subscription: Following): Promise<string[]> => {
  const told: string[] = [];
  await new Promise<void>(resolve => {
    subscription.on('confirmation', () => told.push('confirmed'));
    subscription.on('data', ({ event }: ResolvedEvent) => told.push(`event ${event?.revision}`));
    subscription.on('caughtUp', () => {
      told.push('caught up');
      resolve();
    });
    subscription.on('error', (error: Error) => {
      told.push(error.constructor.name);
      resolve();
    });
  });
  await nextTurn();
  subscription.unsubscribe().catch(() => undefined);
  return told;
};

/** Puts questions to a store through the vendor's client, and keeps each answer as a line of text. */
export const createAsker = (connectionString: string) => {
  const client = EventStoreDBClient.connectionString(connectionString);
  const answers = new Map<string, string>();
  let streams = 0;
  let ids = 0;

  const event = (type = 'T'): EventData => {
    ids += 1;
    return jsonEvent({ id: `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`, type, data: {} });
  };
  const done = (doing: Promise<unknown>): Promise<string> => doing.then(() => 'ok');

  return {
    client,
    answers,
    ask: async (question: string, answering: () => Promise<unknown>): Promise<void> => {
      answers.set(question, await answering().then(written, (error: unknown) => writtenError(error, said)));
    },
    /** The name of a stream of its own for what follows. */
    fresh: (): string => {
      streams += 1;
      return `d${streams}-x`;
    },
    event,
    events: (count: number): EventData[] => Array.from({ length: count }, () => event()),
    /** An event whose data has so many bytes. */
    sized: (bytes: number, metadata?: Record<string, unknown>): EventData =>
      jsonEvent({ id: randomUUID(), type: 'L', data: 'x'.repeat(bytes - 2), ...(metadata && { metadata }) }),
    link: (revision: number, to: string): EventData =>
      binaryEvent({ type: '$>', data: Buffer.from(`${revision}@${to}`) }),
    append: async (
      to: string,
      what: EventData | EventData[],
      expectedRevision: AppendExpectedRevision = ANY,
    ) => {
      const { success, nextExpectedRevision } = await client.appendToStream(to, what, { expectedRevision });
      return { success, nextExpectedRevision };
    },
    read: (from: string, options?: ReadOptions) => () => listed(client.readStream(from, options)),
    remove: (from: string, options?: RemoveOptions) => () => done(client.deleteStream(from, options)),
    end: (from: string, options?: RemoveOptions) => () => done(client.tombstoneStream(from, options)),
    metadata: (of: string) => () => client.getStreamMetadata(of),
    describe: (of: string, what: Metadata) => () => done(client.setStreamMetadata(of, what)),
  };
};

export type Asker = ReturnType<typeof createAsker>;
