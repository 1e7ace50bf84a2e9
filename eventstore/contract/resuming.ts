import { expect, it } from 'vitest';
import { type Batch, type EventStore, noStream, type Position, type Recorded } from '../types.ts';
import { createSamples } from './samples.ts';
import { createChance } from './walk/chance.ts';

type Samples = ReturnType<typeof createSamples>;

/**
 * A follower of one company's messages that ends and goes on again from the position that it kept. What it is given is
 * compared with what was written.
 */
const createFollower = (store: EventStore, { companyId }: Samples, after?: Position) => {
  const given: Recorded[] = [];
  let kept = after;
  const take = (batch: Batch) => {
    given.push(...batch.events);
    kept = batch.position;
  };
  return {
    given: () => given.map(({ id }) => id),
    kept: () => kept ?? 0,
    /** Takes so many batches in, at most, and none after the first live one. */
    run: async (batches: number, maxBatch = 1_000): Promise<void> => {
      const ending = new AbortController();
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(20_000)]);
      const wanted = { companyId, categories: ['message' as const], after: kept || undefined };
      let left = batches;
      for await (const batch of store.subscribe({ ...wanted, maxBatch, signal })) {
        take(batch);
        left -= 1;
        if (batch.live || left === 0) break;
      }
      ending.abort();
    },
  };
};

/** Writes events that the follower wants into one stream, and others into another one. */
const createWriter = (store: EventStore, samples: Samples) => {
  const [messages, claims] = [samples.messageStream(), samples.claimStream()];
  const written: string[] = [];
  let [wanted, unwanted] = [noStream, noStream];
  return {
    written: () => written,
    want: async (count: number): Promise<Position> => {
      const events = Array.from({ length: count }, (_, index) => samples.read(wanted + 1 + index, messages));
      const { revision, position } = await store.append(messages, wanted, events);
      wanted = revision;
      written.push(...events.map(({ id }) => id));
      return position;
    },
    others: async (count: number): Promise<void> => {
      const events = samples.claims(claims, count, unwanted + 1);
      unwanted = (await store.append(claims, unwanted, events)).revision;
    },
  };
};

/** Whoever ends and goes on from the position that was kept is given every event once, wherever that is. */
export const describeResuming = (current: () => EventStore): void => {
  const begin = () => {
    const [store, samples] = [current(), createSamples()];
    return {
      ...{ store, samples },
      writer: createWriter(store, samples),
      follower: createFollower(store, samples),
    };
  };

  it('gives every event once to who goes on after each number of events from 0 to 130', async () => {
    const { store, writer, samples } = begin();
    const first = await writer.want(1);
    for (let events = 0; events <= 130; events += 1) {
      const follower = createFollower(store, samples, first);
      await follower.run(1_000_000);
      await writer.want(1);
      await follower.run(1_000_000);
      expect(follower.given(), `${events} events`).toEqual(writer.written().slice(1));
    }
  }, 120_000);

  it('gives every event once to who goes on behind each number of unwanted events', async () => {
    const { writer, follower } = begin();
    await writer.want(1);
    for (let events = 0; events <= 130; events += 1) {
      if (events > 0) await writer.others(events);
      await follower.run(1_000_000);
      await writer.want(1);
    }
    await follower.run(1_000_000);
    expect(follower.given()).toEqual(writer.written());
  }, 120_000);

  it.each([1, 2, 3, 4])(
    'gives every event once to who goes on after random stops, seed %i',
    async seed => {
      const { writer, follower } = begin();
      const { below } = createChance(seed);
      await writer.want(1);
      for (let round = 0; round < 60; round += 1) {
        const count = below(70);
        if (count > 0) await (below(2) === 0 ? writer.want(count) : writer.others(count));
        await follower.run(1 + below(6), 1 + below(40));
      }
      const last = await writer.want(1);
      while (follower.kept() < last) await follower.run(1_000_000);
      expect(follower.given()).toEqual(writer.written());
    },
    120_000,
  );

  it('keeps no position at which nothing was written yet', async () => {
    const { store, writer, samples } = begin();
    for (const events of [31, 63, 127, 255]) {
      const after = await writer.want(1);
      const follower = createFollower(store, samples, after);
      await writer.others(events);
      await follower.run(1_000_000);
      expect(follower.kept()).toBeLessThan(await writer.want(1));
    }
  });
};
