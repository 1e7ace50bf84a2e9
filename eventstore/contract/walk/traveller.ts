import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AllStreamSubscription,
  type AppendExpectedRevision,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
  type Position,
  type ResolvedEvent,
  type StreamSubscription,
} from '@eventstore/db-client';
import { written } from '../written.ts';

type Listed = Pick<ResolvedEvent, 'event'>;

const named = ({ event }: Listed): string =>
  event ? `${event.streamId}@${event.revision}:${event.type}` : 'null';

/** What a walk does its steps with, and what it remembers of them. */
export const createTraveller = (connectionString: string, seed: number) => {
  const client = EventStoreDBClient.connectionString(connectionString);
  const prefix = `w${seed}-`;
  const positions: Position[] = [];
  let made = 0;

  const followed = async (subscription: AllStreamSubscription | StreamSubscription): Promise<string> => {
    const found: string[] = [];
    await new Promise<void>(resolve => {
      subscription.on('data', (resolved: ResolvedEvent) => found.push(named(resolved)));
      subscription.on('caughtUp', resolve);
      subscription.on('error', (error: Error) => {
        found.push(error.constructor.name);
        resolve();
      });
    });
    // What was said before is still on its way to the listener.
    do await nextTurn();
    while (subscription.readableLength > 0);
    subscription.unsubscribe().catch(() => undefined);
    return found.join(' ');
  };

  return {
    client,
    prefix,
    positions: positions as readonly Position[],
    streams: Array.from({ length: 7 }, (_, index) => `${prefix}${index}`),
    /** What was asked to be appended, stored or not. */
    asked: [] as [stream: string, events: readonly EventData[]][],
    newEvent: (type: string): EventData => {
      made += 1;
      const id = `${String(seed).padStart(8, '0')}-0000-4000-8000-${String(made).padStart(12, '0')}`;
      return jsonEvent({ id, type, data: {} });
    },
    append: async (stream: string, events: EventData[], expectedRevision: AppendExpectedRevision) => {
      const answer = await client.appendToStream(stream, events, { expectedRevision });
      const { success, nextExpectedRevision, position } = answer;
      if (position) positions.push(position);
      return written({ success, nextExpectedRevision });
    },
    listed: async (reading: AsyncIterable<Listed> | readonly Listed[]): Promise<string> =>
      (await Array.fromAsync(reading, named)).join(' '),
    followed,
    /** Without what the system has written. */
    own: (text: string): string =>
      text
        .split(' ')
        .filter(name => name.includes(prefix))
        .join(' '),
  };
};

export type Traveller = ReturnType<typeof createTraveller>;
