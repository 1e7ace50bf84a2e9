import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import { refusal } from '../embedded/refusals.ts';
import { type EventStore, noStream, StoreRefused, StoreUnavailable, WrongRevision } from '../types.ts';
import { createSamples } from './samples.ts';
import { createStage, notLeader } from './stage.ts';

const { serve, open, clear } = createStage();
afterEach(clear);

describe('an append', () => {
  const samples = createSamples();
  const stream = samples.claimStream();
  const append = (store: EventStore) => store.append(stream, noStream, samples.claims(stream, 1));
  const done = { kind: 'done' as const, revision: 0, position: 128 };

  it.each([
    ['another revision', { kind: 'wrong' as const, actual: 4 }, WrongRevision, { actual: 4, stream }],
    ['a stream that was ended', { kind: 'deleted' as const }, StoreRefused, { reason: 'stream-ended' }],
    ['too much data', { kind: 'too-large' as const }, StoreRefused, { reason: 'too-large' }],
    ['no answer in time', { kind: 'late' as const }, StoreUnavailable, {}],
    [
      'no room to write',
      { kind: 'failed' as const, message: 'disk is full' },
      StoreUnavailable,
      { message: 'the event store has not written: disk is full' },
    ],
  ])('says what it met: %s', async (_, outcome, kind, details) => {
    const store = open(await serve({ append: () => outcome }));
    const answer = append(store);
    await expect(answer).rejects.toBeInstanceOf(kind);
    await expect(answer).rejects.toMatchObject(details);
  });

  it.each([
    ['unavailable', refusal(status.UNAVAILABLE, 'gone')],
    ['cancelled', refusal(status.CANCELLED, 'the event store is shutting down')],
    ['aborted', refusal(status.ABORTED, 'no')],
    ['broken', refusal(status.INTERNAL, 'Received RST_STREAM with code 2')],
  ])('fails for now when its line is %s, and goes through the next time', async (_, why) => {
    const answers = [why, done];
    const store = open(await serve({ append: () => answers.shift() ?? done }));
    await expect(append(store)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await append(store)).toEqual({ revision: 0, position: 128 });
  });

  it('goes to the leader that it is sent to, unnoticed', async () => {
    const leader = await serve({ append: () => done });
    let turnedAway = 0;
    const follower = await serve({
      append: () => {
        turnedAway += 1;
        return notLeader(leader.port);
      },
    });
    const store = open(follower);
    expect(await append(store)).toEqual({ revision: 0, position: 128 });
    expect(await append(store)).toEqual({ revision: 0, position: 128 });
    expect(turnedAway).toBe(1);
  });

  it('reaches the new leader though the line to the former one breaks meanwhile', async () => {
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<typeof done>();
    const leader = await serve({
      subscribe: subscriber => subscriber.caughtUp(),
      append: () => {
        held.resolve();
        return release.promise;
      },
    });
    const former = await serve({
      subscribe: subscriber => subscriber.refuse(notLeader(leader.port)),
      append: () => done,
    });
    const store = open(former);
    await append(store);
    for await (const { live } of store.subscribe({ maxBatch: 9, signal: AbortSignal.timeout(10_000) }))
      if (live) break;
    const next = append(store);
    await held.promise;
    former.close();
    // By then the end of the former line has been heard.
    await store.load(stream).catch(() => undefined);
    release.resolve(done);
    expect(await next).toEqual({ revision: 0, position: 128 });
  });

  it('fails for now when its line is ended as if all were well, and goes through the next time', async () => {
    const answers = ['end' as const, done];
    const store = open(await serve({ append: () => answers.shift() ?? done }));
    await expect(append(store)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await append(store)).toEqual({ revision: 0, position: 128 });
  });

  it('knows its answer by an id in either form', async () => {
    const store = open(await serve({ append: () => done, idsAsNumbers: true }));
    expect(await append(store)).toEqual({ revision: 0, position: 128 });
  });

  it('of too much data and metadata is refused before it is sent', async () => {
    let asked = 0;
    const store = open(
      await serve({
        append: () => {
          asked += 1;
          return done;
        },
      }),
    );
    const large = samples.claims(stream, 4_000);
    await expect(store.append(stream, noStream, large)).rejects.toMatchObject({ reason: 'too-large' });
    expect(asked).toBe(0);
  });

  it('fails for now when no leader can be found', async () => {
    const server = await serve({ append: () => notLeader(server.port) });
    await expect(append(open(server))).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('does not fail for ever because the first question to the server did', async () => {
    let questions = 0;
    const server = await serve({
      append: () => done,
      features: () => {
        questions += 1;
        return questions === 1 ? refusal(status.INTERNAL, 'not yet') : undefined;
      },
    });
    const store = open(server);
    await expect(append(store)).rejects.toBeInstanceOf(StoreUnavailable);
    const insist = async (end = Date.now() + 10_000) => {
      for (;;) {
        const answer = await append(store).catch((error: unknown) => error);
        if (!(answer instanceof StoreUnavailable) || Date.now() > end) return answer;
        await new Promise(resolve => setImmediate(resolve));
      }
    };
    expect(await insist()).toEqual({ revision: 0, position: 128 });
    expect(questions).toBe(2);
  });
});
