import { once } from 'node:events';
import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type Position,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Pace } from './rule.ts';

type Said = 'live' | { readonly event: Position } | { readonly checkpoint: Position };
export type Heard = { readonly said: readonly Said[]; readonly end: Position };

/** The last event of the whole log. */
export const endOf = async (client: EventStoreDBClient): Promise<Position> => {
  const newest = client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount: 1 });
  const [last] = await Array.fromAsync(newest);
  if (!last?.event) throw new Error('the log is empty');
  return last.event.position;
};

export type Listening = {
  readonly client: EventStoreDBClient;
  readonly from: Position;
  readonly prefix: string;
  readonly pace: Pace;
};

/**
 * What a filtered subscription says until it is live and what it is asked to wait for has come. `end` is the last event
 * that it may have seen before it was live. Begins again where others write to the log meanwhile.
 */
export const listen = async (
  { client, from, prefix, pace }: Listening,
  whileLive: () => Promise<{ readonly last?: Position }> = async () => ({}),
): Promise<Heard> => {
  for (;;) {
    const said: Said[] = [];
    const end = await endOf(client);
    const filter = streamNameFilter({
      prefixes: [prefix],
      maxSearchWindow: pace.window,
      checkpointInterval: pace.every / pace.window,
      checkpointReached: async (_, checkpoint) => {
        said.push({ checkpoint });
      },
    });
    const subscription = client.subscribeToAll({ fromPosition: from, filter });
    subscription.on('caughtUp', () => said.push('live'));
    subscription.on('data', ({ event }) => {
      if (event) said.push({ event: event.position });
    });
    await once(subscription, 'caughtUp');
    const isQuiet = (await endOf(client)).commit === end.commit;
    if (isQuiet) {
      const { last } = await whileLive();
      while (last && !said.some(one => hasCome(one, last))) await once(subscription, 'data');
    }
    await subscription.unsubscribe();
    if (isQuiet) return { said, end };
  }
};

const hasCome = (one: Said, { commit }: Position): boolean =>
  one !== 'live' && 'event' in one && one.event.commit === commit;

/** What was said, in the words of the rule. `log` are the positions of all events from the beginning on. */
export const inWords = (said: readonly Said[], log: readonly Position[]): readonly string[] =>
  said.map(one => {
    if (one === 'live') return one;
    const { commit, prepare } = 'event' in one ? one.event : one.checkpoint;
    const event = log.findIndex(position => position.commit === commit);
    if ('event' in one) return `e${event}`;
    return prepare < commit ? `c<${event}` : `c${event}`;
  });

/** Where all events stand from a position on, that one included, and which of them are in streams of these names. */
export const logFrom = async (client: EventStoreDBClient, from: Position, prefix: string) => {
  const log: { readonly position: Position; readonly isWanted: boolean }[] = [];
  for await (const { event } of client.readAll({ fromPosition: from, direction: FORWARDS }))
    if (event) log.push({ position: event.position, isWanted: event.streamId.startsWith(prefix) });
  return log;
};
