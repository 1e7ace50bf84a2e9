import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Batch,
  type EventStore,
  LogCutShort,
  noStream,
  UnreadableEvent,
  WrongRevision,
} from '../types.ts';
import { collect } from './collect.ts';
import { describeResuming } from './resuming.ts';
import { createSamples } from './samples.ts';

/** What every event store of the product promises, whatever it is made of. */
export const describeEventStore = (name: string, current: () => EventStore): void => {
  describe(name, () => {
    let store: EventStore;
    let samples: ReturnType<typeof createSamples>;
    beforeEach(() => {
      store = current();
      samples = createSamples();
    });

    describeResuming(() => store);

    it('loads nothing from a stream that was never written', async () => {
      expect(await store.load(samples.claimStream())).toEqual([]);
    });

    it('loads what was appended, in order and with its metadata', async () => {
      const stream = samples.claimStream();
      const events = samples.claims(stream, 3);
      const appended = await store.append(stream, noStream, events);
      const loaded = await store.load(stream);
      expect(loaded.map(({ id, revision }) => ({ id, revision }))).toEqual(
        events.map(({ id }, revision) => ({ id, revision })),
      );
      expect(loaded[2]).toMatchObject({
        ...events[2]?.event,
        stream,
        category: 'claim',
        companyId: samples.companyId,
        position: appended.position,
        metadata: events[2]?.metadata,
      });
      expect(appended.revision).toBe(2);
    });

    it('loads from a revision on', async () => {
      const stream = samples.claimStream();
      await store.append(stream, noStream, samples.claims(stream, 4));
      expect((await store.load(stream, 2)).map(({ revision }) => revision)).toEqual([2, 3]);
      expect(await store.load(stream, 9)).toEqual([]);
    });

    it('refuses an append at another revision and says where the stream is', async () => {
      const stream = samples.claimStream();
      await store.append(stream, noStream, samples.claims(stream, 2));
      const late = store.append(stream, noStream, samples.claims(stream, 1, 7));
      await expect(late).rejects.toBeInstanceOf(WrongRevision);
      await expect(late).rejects.toMatchObject({ stream, expected: noStream, actual: 1 });
      await expect(store.append(stream, 5, samples.claims(stream, 1, 8))).rejects.toMatchObject({
        actual: 1,
      });
      const missing = samples.claimStream();
      await expect(store.append(missing, 0, samples.claims(missing, 1))).rejects.toMatchObject({
        actual: noStream,
      });
      expect(await store.load(stream)).toHaveLength(2);
    });

    it('answers the same ids at the same place as the first time', async () => {
      const stream = samples.claimStream();
      const first = await store.append(stream, noStream, samples.claims(stream, 2));
      await store.append(stream, 1, samples.claims(stream, 1, 2));
      expect(await store.append(stream, noStream, samples.claims(stream, 2))).toEqual(first);
      expect(await store.load(stream)).toHaveLength(3);
    });

    it('refuses a repetition that holds more than was stored', async () => {
      const stream = samples.claimStream();
      await store.append(stream, noStream, samples.claims(stream, 2));
      await expect(store.append(stream, noStream, samples.claims(stream, 3))).rejects.toBeInstanceOf(
        WrongRevision,
      );
    });

    it('lets exactly one of several writers win', async () => {
      const stream = samples.claimStream();
      const tries = Array.from({ length: 8 }, (_, index) =>
        store.append(stream, noStream, samples.claims(stream, 1, index)),
      );
      const outcomes = await Promise.allSettled(tries);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await store.load(stream)).toHaveLength(1);
    });

    it('refuses to write what the catalogue does not know', async () => {
      const stream = samples.claimStream();
      await expect(store.append(stream, noStream, [samples.read(0, stream)])).rejects.toBeInstanceOf(
        UnreadableEvent,
      );
      expect(await store.load(stream)).toEqual([]);
    });

    it('knows the position of the newest event', async () => {
      const stream = samples.claimStream();
      const { position } = await store.append(stream, noStream, samples.claims(stream, 3));
      const head = await store.head();
      const later = await store.append(stream, 2, samples.claims(stream, 1, 3));
      expect(head).toBeGreaterThanOrEqual(position);
      expect(head).toBeLessThan(later.position);
    });

    it('knows the last event in front of a place', async () => {
      const stream = samples.claimStream();
      const first = await store.append(stream, noStream, samples.claims(stream, 1));
      const second = await store.append(stream, 0, samples.claims(stream, 1, 1));
      const before = await store.lastBefore(second.position);
      expect(before).toBeGreaterThanOrEqual(first.position);
      expect(before).toBeLessThan(second.position);
      await expect(store.lastBefore(1_000_000_000_000)).rejects.toBeInstanceOf(LogCutShort);
    });

    it('gives history first, then what comes, each event once and in order', async () => {
      const stream = samples.claimStream();
      await store.append(stream, noStream, samples.claims(stream, 250));
      let appending: Promise<unknown> | undefined;
      const { events, batches } = await collect({
        store,
        companyId: samples.companyId,
        maxBatch: 40,
        until: ({ events, batch }) => {
          if (batch.live) appending ??= store.append(stream, 249, samples.claims(stream, 50, 250));
          return events.length >= 300;
        },
      });
      await appending;
      expect(events.map(({ revision }) => revision)).toEqual(
        Array.from({ length: 300 }, (_, index) => index),
      );
      expect(Math.max(...batches.map(batch => batch.events.length))).toBeLessThanOrEqual(40);
      const firstLive = batches.findIndex(({ live }) => live);
      expect(batches.slice(firstLive).every(({ live }) => live)).toBe(true);
      const before = batches.slice(0, firstLive).flatMap(batch => batch.events);
      expect(before).toHaveLength(250);
    });

    it('goes on after a position without repeating it', async () => {
      const stream = samples.claimStream();
      const { position } = await store.append(stream, noStream, samples.claims(stream, 5));
      await store.append(stream, 4, samples.claims(stream, 2, 5));
      const { events } = await collect({
        store,
        companyId: samples.companyId,
        after: position,
        until: ({ batch }) => batch.live,
      });
      expect(events.map(({ revision }) => revision)).toEqual([5, 6]);
    });

    it('gives only the wanted categories and still moves on', async () => {
      const [claims, messages] = [samples.claimStream(), samples.messageStream()];
      await store.append(messages, noStream, [samples.read(0, messages)]);
      await store.append(claims, noStream, samples.claims(claims, 600));
      const { events, batches } = await collect({
        store,
        companyId: samples.companyId,
        categories: ['message'],
        until: ({ batch }) => batch.live,
      });
      const { position: next } = await store.append(claims, 599, samples.claims(claims, 1, 600));
      expect(events.map(({ stream }) => stream)).toEqual([messages]);
      const firstPosition = events[0]?.position ?? 0;
      expect(batches.at(-1)?.position).toBeGreaterThan(firstPosition);
      expect(batches.at(-1)?.position).toBeLessThan(next);
    });

    it('gives only the wanted types of the wanted streams, and still moves on', async () => {
      const [claims, messages] = [samples.claimStream(), samples.messageStream()];
      await store.append(messages, noStream, [samples.read(0, messages)]);
      await store.append(claims, noStream, samples.claims(claims, 600));
      const { events, batches } = await collect({
        store,
        companyId: samples.companyId,
        categories: ['message', 'claim'],
        types: ['MessageRead'],
        until: ({ batch }) => batch.live,
      });
      const { position: next } = await store.append(claims, 599, samples.claims(claims, 1, 600));
      expect(events.map(({ stream }) => stream)).toEqual([messages]);
      expect(batches.at(-1)?.position).toBeGreaterThan(events[0]?.position ?? 0);
      expect(batches.at(-1)?.position).toBeLessThan(next);
    });

    it("gives only one company's, and still moves on", async () => {
      const theirs = createSamples();
      const [own, foreign] = [samples.messageStream(), theirs.messageStream()];
      await store.append(own, noStream, [samples.read(0, own)]);
      await store.append(foreign, noStream, [theirs.read(0, foreign)]);
      const claims = theirs.claimStream();
      await store.append(claims, noStream, theirs.claims(claims, 600));
      const stop = new AbortController();
      const batches: Batch[] = [];
      const { companyId } = samples;
      const wanted = { companyId, categories: ['message' as const], maxBatch: 100, signal: stop.signal };
      for await (const batch of store.subscribe(wanted)) {
        batches.push(batch);
        if (batch.live) stop.abort();
      }
      const streams = batches.flatMap(({ events }) => events.map(({ stream }) => stream));
      expect(streams).toContain(own);
      expect(streams).not.toContain(foreign);
      const { position: next } = await store.append(claims, 599, theirs.claims(claims, 1, 600));
      expect(batches.at(-1)?.position).toBeLessThan(next);
    });

    it('ends a subscription when its signal aborts', async () => {
      const stop = new AbortController();
      const { companyId } = samples;
      const seen: boolean[] = [];
      for await (const batch of store.subscribe({
        ...{ maxBatch: 10, companyId, signal: stop.signal },
        after: await store.head(),
      })) {
        seen.push(batch.live);
        if (batch.live) stop.abort();
      }
      expect(seen.filter(live => live)).toEqual([true]);
    });

    it('keeps a slow reader from losing or repeating anything', async () => {
      const stream = samples.claimStream();
      const after = await store.head();
      await store.append(stream, noStream, samples.claims(stream, 1500));
      await store.append(stream, 1499, samples.claims(stream, 1500, 1500));
      const stop = new AbortController();
      const revisions: number[] = [];
      const { companyId } = samples;
      for await (const batch of store.subscribe({ maxBatch: 7, after, companyId, signal: stop.signal })) {
        await store.load(stream, 2999);
        revisions.push(...batch.events.map(event => event.revision));
        if (revisions.length >= 3000) stop.abort();
      }
      expect(revisions).toEqual(Array.from({ length: 3000 }, (_, index) => index));
    });
  });
};
