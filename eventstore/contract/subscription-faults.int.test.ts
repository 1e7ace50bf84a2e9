import { setImmediate } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import { openEventStore } from '../client.ts';
import { refusal } from '../embedded/refusals.ts';
import { memoryPersonKeys } from '../person-keys.ts';
import { LogCutShort } from '../types.ts';
import { positionOf, type Subscriber } from './faulty-server.ts';
import { createStage, notLeader } from './stage.ts';

const { serve, open, clear } = createStage();
afterEach(clear);

/** Where a subscription stands in turn until it is live, and what its store warns of meanwhile. */
const positionsUntilLive = async (connectionString: string) => {
  const warnings: object[] = [];
  const log = { warn: (details: object) => warnings.push(details) };
  const store = openEventStore({ connectionString, keys: memoryPersonKeys(), log });
  const stop = new AbortController();
  const positions: number[] = [];
  for await (const { position, live } of store.subscribe({ maxBatch: 9, signal: stop.signal })) {
    positions.push(position);
    if (live) stop.abort();
  }
  await store.close();
  return { positions, warnings };
};

/** What goes wrong with a subscription after some events, the last of them being `last`. */
type Fault = (subscriber: Subscriber, last: number, port: number) => void;
const refusing =
  (code: status, details: string): Fault =>
  subscriber =>
    subscriber.refuse(refusal(code, details));

const faults: [string, Fault][] = [
  ['dropped for slowness', refusing(status.ABORTED, 'Operation timed out')],
  ['out of reach', refusing(status.UNAVAILABLE, 'the connection is gone')],
  ['cancelled by the server', refusing(status.CANCELLED, 'the event store is shutting down')],
  ['over its deadline', refusing(status.DEADLINE_EXCEEDED, 'Deadline exceeded')],
  ['broken inside', refusing(status.INTERNAL, 'Received RST_STREAM with code 2')],
  ['unknown', refusing(status.UNKNOWN, 'Exception was thrown by handler.')],
  ['over', subscriber => subscriber.end()],
  ['led by another', (subscriber, _, port) => subscriber.refuse(notLeader(port))],
  [
    'repeating itself',
    (subscriber, last) => {
      subscriber.event(last - 1);
      subscriber.event(last);
      subscriber.refuse(refusal(status.ABORTED, 'too slow'));
    },
  ],
  [
    'dropped right behind a checkpoint',
    (subscriber, last) => {
      subscriber.checkpoint(positionOf(last) + 64);
      subscriber.refuse(refusal(status.ABORTED, 'too slow'));
    },
  ],
  [
    'dropped when it had just caught up',
    subscriber => {
      subscriber.caughtUp();
      subscriber.refuse(refusal(status.ABORTED, 'too slow'));
    },
  ],
];

describe('a subscription', () => {
  const perTurn = 30;
  const total = (faults.length + 2) * perTurn;

  it.each([7, 500])('neither skips nor repeats through every fault, %i at most at once', async maxBatch => {
    const left = [...faults];
    const asked: (number | undefined)[] = [];
    const server = await serve({
      subscribe: subscriber => {
        asked.push(subscriber.after);
        const [, fault] = left.shift() ?? [];
        // Every third time the server begins too early.
        const from = Math.floor((subscriber.after ?? 0) / 128) - (asked.length % 3 === 0 ? 2 : 0);
        const to = fault ? from + perTurn : total;
        for (let index = from; index < to; index += 1) subscriber.event(index);
        if (fault) fault(subscriber, to - 1, server.port);
        else subscriber.caughtUp();
      },
    });
    const stop = new AbortController();
    const revisions: number[] = [];
    const positions: number[] = [];
    for await (const batch of open(server).subscribe({ maxBatch, signal: stop.signal })) {
      revisions.push(...batch.events.map(({ revision }) => revision));
      positions.push(batch.position);
      if (revisions.length >= total && batch.live) stop.abort();
    }
    expect(revisions).toEqual(Array.from({ length: total }, (_, index) => index));
    expect(left).toEqual([]);
    expect(asked[0]).toBeUndefined();
    expect(asked.some(after => after !== undefined && after % 128 === 64)).toBe(true);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  it('stands on the last event in front of a border, and goes on behind that', async () => {
    const asked: (number | undefined)[] = [];
    const server = await serve({
      before: position => Math.floor(position / 128) - 2,
      subscribe: subscriber => {
        asked.push(subscriber.after);
        if (asked.length === 1) {
          subscriber.event(0);
          subscriber.checkpoint(positionOf(40), 0);
          subscriber.caughtUp();
          subscriber.refuse(refusal(status.ABORTED, 'too slow'));
        } else {
          subscriber.event(40);
        }
      },
    });
    const stop = new AbortController();
    const batches: [readonly number[], number, boolean][] = [];
    for await (const { events, position, live } of open(server).subscribe({
      maxBatch: 9,
      signal: stop.signal,
    })) {
      batches.push([events.map(({ revision }) => revision), position, live]);
      if (position === positionOf(40)) stop.abort();
    }
    expect(batches).toEqual([
      [[0], positionOf(0), false],
      [[], positionOf(39), true],
      [[40], positionOf(40), false],
    ]);
    expect(asked).toEqual([undefined, positionOf(39)]);
  });

  it('stands on the last event where the log ends with a border', async () => {
    const server = await serve({
      newest: 39,
      subscribe: subscriber => {
        subscriber.event(0);
        subscriber.checkpoint(positionOf(40), 0);
        subscriber.caughtUp();
      },
    });
    expect(await positionsUntilLive(server.url)).toEqual({
      positions: [positionOf(0), positionOf(39)],
      warnings: [],
    });
  });

  it('does not ask at every border of a long way without events what stands in front of it', async () => {
    let asked = 0;
    const borders = 100;
    const server = await serve({
      before: position => {
        asked += 1;
        return Math.floor(position / 128) - 2;
      },
      subscribe: async subscriber => {
        subscriber.event(0);
        for (let border = 1; border <= borders; border += 1) {
          subscriber.checkpoint(positionOf(border * 40), 0);
          for (let turns = 0; turns < 20; turns += 1) await setImmediate();
        }
        subscriber.caughtUp();
      },
    });
    const { positions } = await positionsUntilLive(server.url);
    expect(positions.at(-1)).toBe(positionOf(borders * 40 - 1));
    expect(asked).toBeLessThan(borders / 5);
  });

  it('stays where it was while nobody says what stands in front of a border', async () => {
    const server = await serve({
      before: () => refusal(status.UNKNOWN, 'Exception was thrown by handler.'),
      subscribe: subscriber => {
        subscriber.event(0);
        subscriber.checkpoint(positionOf(40), 0);
        subscriber.caughtUp();
      },
    });
    const { positions, warnings } = await positionsUntilLive(server.url);
    expect(positions).toEqual([positionOf(0), positionOf(0)]);
    expect(warnings).toMatchObject([{ border: positionOf(40) }]);
  });

  it('does not repeat what its reader has had before it began', async () => {
    const server = await serve({
      subscribe: subscriber => {
        for (let index = 0; index < 5; index += 1) subscriber.event(index);
        subscriber.caughtUp();
      },
    });
    const stop = new AbortController();
    const revisions: number[] = [];
    const after = positionOf(2);
    for await (const { events, live } of open(server).subscribe({
      after,
      maxBatch: 9,
      signal: stop.signal,
    })) {
      revisions.push(...events.map(({ revision }) => revision));
      if (live) stop.abort();
    }
    expect(revisions).toEqual([3, 4]);
  });

  it('goes on at the leader that it is sent to', async () => {
    const leader = await serve({
      subscribe: subscriber => {
        for (let index = 0; index < 3; index += 1) subscriber.event(index);
      },
    });
    let turnedAway = 0;
    const follower = await serve({
      subscribe: subscriber => {
        turnedAway += 1;
        subscriber.refuse(notLeader(leader.port));
      },
    });
    const stop = new AbortController();
    const revisions: number[] = [];
    for await (const { events } of open(follower).subscribe({ maxBatch: 9, signal: stop.signal })) {
      revisions.push(...events.map(({ revision }) => revision));
      if (revisions.length >= 3) stop.abort();
    }
    expect(revisions).toEqual([0, 1, 2]);
    expect(turnedAway).toBe(1);
  });

  it('ends with what will never be allowed', async () => {
    const why = refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
    const server = await serve({ subscribe: subscriber => subscriber.refuse(why) });
    const reading = async () => {
      for await (const _ of open(server).subscribe({ maxBatch: 9, signal: AbortSignal.timeout(10_000) }));
    };
    await expect(reading()).rejects.toMatchObject({ reason: 'access-denied' });
  });

  it('ends when its store is closed', async () => {
    const store = open(await serve({ subscribe: subscriber => subscriber.caughtUp() }));
    const signal = AbortSignal.timeout(10_000);
    const batches = store.subscribe({ maxBatch: 9, signal })[Symbol.asyncIterator]();
    expect(await batches.next()).toMatchObject({ value: { live: true } });
    const next = batches.next();
    await store.close();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(signal.aborted).toBe(false);
  });

  it('ends when its store is closed while nobody can be reached', async () => {
    const server = await serve({});
    server.close();
    const store = openEventStore({
      connectionString: server.url,
      keys: memoryPersonKeys(),
      // Notification between two attempts.
      log: { warn: () => store.close() },
    });
    const signal = AbortSignal.timeout(10_000);
    for await (const _ of store.subscribe({ maxBatch: 9, signal })) expect.unreachable();
    expect(signal.aborted).toBe(false);
  });

  const follow = async (newest: number, after: number) => {
    const server = await serve({ newest, subscribe: subscriber => subscriber.caughtUp() });
    const stop = new AbortController();
    for await (const { live } of open(server).subscribe({ after, maxBatch: 9, signal: stop.signal }))
      if (live) stop.abort();
  };

  it('ends with a sentence when the log ends before what was read of it', async () => {
    await follow(10, positionOf(10));
    await expect(follow(10, positionOf(11))).rejects.toThrow(LogCutShort);
    await expect(follow(10, positionOf(11))).rejects.toThrow(
      'the log ends at position 1408, and it was read up to 1536 before',
    );
  });

  it('goes on from a checkpoint a little behind the last event of a server that counts bytes', async () => {
    const newest = 10 + 1 / 128;
    await follow(newest, 1_500);
    await expect(follow(newest, 300_000_000)).rejects.toThrow(LogCutShort);
  });
});
