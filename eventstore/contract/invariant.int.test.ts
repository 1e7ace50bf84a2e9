import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ANY,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  jsonEvent,
  NO_STREAM,
  streamNameFilter,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  byPosition,
  byRevision,
  follow,
  type Seen,
  throughAll,
  throughFilter,
  throughStream,
} from './followers.ts';
import { type NodeProcess, startNodeProcess } from './node-process.ts';
import { withinTime } from './waiting.ts';

const appenders = 64;
const eventsInAll = 60_000;
const largestBatch = 20;
/** Milliseconds that an append may take on a machine with much else to do. */
const patience = 100_000;
/** Milliseconds that all of it may take. */
const longest = 220_000;
const kinds = ['Asked', 'Answered', 'Closed', 'Closing'];

type Acknowledged = {
  readonly stream: string;
  readonly ids: readonly string[];
  readonly type: string;
  readonly lastRevision: bigint;
  readonly position: bigint;
};

/** Numbers that look drawn by lot, the same in every run. */
const createLot = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** Where two orders part, rather than sixty thousand lines of both. */
const firstDifference = (seen: readonly string[], wanted: readonly string[]) => {
  const length = Math.max(seen.length, wanted.length);
  for (let index = 0; index < length; index += 1) {
    if (seen[index] === wanted[index]) continue;
    const id = seen[index] ?? '';
    return { index, sawInstead: wanted.indexOf(id), seenBefore: seen.indexOf(id) < index, of: wanted.length };
  }
  return undefined;
};

type Line = Pick<Seen, 'id' | 'stream' | 'type' | 'revision'>;
const asLine = ({ id, stream, type, revision }: Line): string => `${stream} ${revision} ${type} ${id}`;

describe('under 64 appenders and 14 subscribers', () => {
  let directory: string;
  let node: NodeProcess;
  let writing: EventStoreDBClient;
  let reading: EventStoreDBClient;
  const acknowledged: Acknowledged[] = [];
  const watched = 'inv-own-7';
  const lastOfStream = randomUUID();
  const last = randomUUID();
  /** Matches all filters. */
  const lastStream = 'inv-shared-4';
  /** In the order in which appends began. */
  const sent: string[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'eventstore-invariant-'));
    node = await startNodeProcess(join(directory, 'log.db'));
    const patiently = `${node.url}&defaultDeadline=${patience}&keepAliveInterval=-1`;
    writing = EventStoreDBClient.connectionString(patiently);
    reading = EventStoreDBClient.connectionString(patiently);
  });
  afterAll(async () => {
    await writing.dispose();
    await reading.dispose();
    await node.terminate();
    await rm(directory, { recursive: true });
  });

  const append = async (
    stream: string,
    ids: readonly string[],
    type: string,
    expected: bigint | typeof ANY | typeof NO_STREAM,
  ): Promise<Acknowledged> => {
    sent.push(...ids);
    const events = ids.map(id => jsonEvent({ id, type, data: {} }));
    const result = await writing.appendToStream(stream, events, { expectedRevision: expected });
    const position = result.position?.commit ?? -1n;
    return { stream, ids, type, lastRevision: result.nextExpectedRevision, position };
  };

  /** To a stream of its own at the exact revision, and to streams of all without one; some of it twice. */
  const runAppender = async (number: number, halfway: () => void): Promise<void> => {
    const lot = createLot(number + 1);
    const share = Math.ceil(eventsInAll / appenders);
    let revision: bigint | undefined;
    for (let done = 0; done < share; ) {
      if (done > share / 2) halfway();
      const count = Math.min(share - done, 1 + lot(largestBatch));
      const ids = Array.from({ length: count }, () => randomUUID());
      const own = lot(4) > 0;
      const stream = own ? `inv-own-${number}` : `inv-shared-${lot(5)}`;
      const expected = own ? (revision ?? NO_STREAM) : ANY;
      const type = kinds[lot(kinds.length)] ?? 'Asked';
      const answer = await append(stream, ids, type, expected);
      if (lot(20) === 0) expect(await append(stream, ids, type, expected)).toEqual(answer);
      acknowledged.push(answer);
      if (own) revision = answer.lastRevision;
      done += count;
    }
  };

  /** The log as the answers tell it. The events of one append stand behind one another. */
  const toldOrder = () =>
    acknowledged
      .toSorted((a, b) => Number(a.position - b.position))
      .flatMap(({ stream, ids, type, lastRevision }) =>
        ids.map((id, index) => ({
          id,
          stream,
          type,
          revision: lastRevision - BigInt(ids.length - 1 - index),
        })),
      );

  type Notification = ReturnType<typeof toldOrder>[number];

  it('nobody misses an event, sees one twice or out of order', async () => {
    const half = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const live = Promise.withResolvers<void>();
    const late = (begin: () => Promise<Seen[]>): Promise<Seen[]> => half.promise.then(begin);
    const all = throughAll(reading);
    const prefixes = (...names: string[]) => throughFilter(reading, streamNameFilter({ prefixes: names }));
    const matching = (regex: string) => throughFilter(reading, streamNameFilter({ regex }));
    const still = { until: last, pauseFor: written.promise };
    const upTo = (until: string, restartEvery?: number) => ({ until, ...(restartEvery && { restartEvery }) });
    let sentBeforeLive: ReadonlySet<string> = new Set();
    const whenLive = () => {
      sentBeforeLive = new Set(sent);
      live.resolve();
    };

    const newcomer = late(() => follow(throughAll(reading, END), byPosition, { until: last, whenLive }));
    const subscribers: [string, Promise<Seen[]>, (event: Notification) => boolean][] = [
      ['all', follow(all, byPosition, upTo(last)), () => true],
      ['all, standing still', follow(all, byPosition, still), () => true],
      ['all, late', late(() => follow(all, byPosition, upTo(last))), () => true],
      ['all, restarted', follow(all, byPosition, upTo(last, 4999)), () => true],
      ['all, late and restarted', late(() => follow(all, byPosition, upTo(last, 7001))), () => true],
      [
        'names by prefix',
        follow(prefixes('inv-shared-'), byPosition, upTo(last)),
        ({ stream }) => stream.startsWith('inv-shared-'),
      ],
      [
        'names by prefixes, restarted from checkpoints',
        follow(prefixes('inv-own-6', 'inv-shared-4'), byPosition, upTo(last, 97)),
        ({ stream }) => stream.startsWith('inv-own-6') || stream.startsWith('inv-shared-4'),
      ],
      [
        'names by expression',
        follow(matching('^inv-(own|shared)-\\d*4'), byPosition, upTo(last)),
        ({ stream }) => /^inv-(own|shared)-\d*4/.test(stream),
      ],
      [
        'names by expression, late and standing still',
        late(() => follow(matching('4'), byPosition, still)),
        ({ stream }) => stream.includes('4'),
      ],
      [
        'types by prefix',
        follow(throughFilter(reading, eventTypeFilter({ prefixes: ['Clos'] })), byPosition, upTo(last)),
        ({ type }) => type.startsWith('Clos'),
      ],
      [
        'types by expression, restarted from checkpoints',
        follow(throughFilter(reading, eventTypeFilter({ regex: 'ed$' })), byPosition, upTo(last, 997)),
        ({ type }) => type.endsWith('ed'),
      ],
      [
        'one stream, restarted',
        follow(throughStream(reading, watched), byRevision, upTo(lastOfStream, 50)),
        ({ stream }) => stream === watched,
      ],
      [
        'a stream of many, late and standing still',
        late(() => follow(throughStream(reading, lastStream), byRevision, still)),
        ({ stream }) => stream === lastStream,
      ],
    ];

    const open = new Set<string>();
    const until = async (name: string, ended: Promise<unknown>): Promise<void> => {
      open.add(name);
      await ended;
      open.delete(name);
    };
    const appended = Promise.all(
      Array.from({ length: appenders }, (_, number) => runAppender(number, half.resolve)),
    );
    const ends = [until('appenders', appended), until('newcomer', newcomer), until('live', live.promise)];
    for (const [name, following] of subscribers) ends.push(until(name, following));
    const inTime = withinTime(longest, Promise.all(ends), () => {
      const [acknowledgements, written] = [acknowledged.length, sent.length];
      return `after ${acknowledgements} answers to ${written} events: ${[...open].join('; ')}`;
    });
    await Promise.race([Promise.all([appended, live.promise]), inTime]);
    acknowledged.push(await append(watched, [lastOfStream], 'Asked', ANY));
    acknowledged.push(await append(lastStream, [last], 'Closed', ANY));
    written.resolve();
    await inTime;

    const told = toldOrder();
    expect(told.length).toBeGreaterThanOrEqual(eventsInAll);
    for (const [name, following, wants] of subscribers) {
      const seen = await following;
      const wanted = told.filter(wants);
      const events = seen.filter(({ stream }) => stream.startsWith('inv-'));
      expect({ name, ...firstDifference(events.map(asLine), wanted.map(asLine)) }).toEqual({ name });
    }
    const seen = (await newcomer).map(asLine);
    const wanted = told.map(asLine);
    const begin = wanted.indexOf(seen[0] ?? '');
    expect(firstDifference(seen, wanted.slice(begin))).toBeUndefined();
    const missed = new Set(told.slice(0, begin).map(({ id }) => id));
    // What was sent before may be sent again, and stands where it stood.
    expect(sent.filter(id => missed.has(id) && !sentBeforeLive.has(id))).toEqual([]);
  }, 240_000);
});
