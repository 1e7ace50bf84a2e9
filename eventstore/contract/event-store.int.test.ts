import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore } from '../client.ts';
import { memoryPersonKeys } from '../person-keys.ts';
import { type EventStore, noStream, UnreadableEvent } from '../types.ts';
import { describeEventStore } from './behaviours.ts';
import { createSamples } from './samples.ts';
import { openRealTarget, startEmbeddedTarget, type Target } from './targets.ts';

const real = await openRealTarget();

describe('through the client', () => {
  let target: Target;
  let store: EventStore;
  beforeAll(async () => {
    target = await startEmbeddedTarget();
    store = openEventStore({ connectionString: target.connectionString, keys: memoryPersonKeys() });
  });
  afterAll(async () => {
    await store.close();
    await target.stop();
  });
  describeEventStore('the embedded node', () => store);

  it('gives out what comes before an unreadable event, then names that event', async () => {
    const samples = createSamples();
    const stream = samples.claimStream();
    const after = await store.head();
    const { position } = await store.append(stream, noStream, samples.claims(stream, 2));
    const raw = EventStoreDBClient.connectionString(target.connectionString);
    await raw.appendToStream(stream, jsonEvent({ type: 'KeyLost', data: {} }));
    await raw.dispose();
    await expect(store.load(stream)).rejects.toBeInstanceOf(UnreadableEvent);
    const positions: number[] = [];
    const reading = async () => {
      const signal = AbortSignal.timeout(10_000);
      for await (const batch of store.subscribe({ maxBatch: 100, after, signal }))
        positions.push(batch.position);
    };
    await expect(reading()).rejects.toThrow(`event 2 of ${stream} has the unknown type KeyLost`);
    expect(positions.at(-1)).toBe(position);
  });

  it('gives unreadable events out beside the others to who asks for them, and goes on', async () => {
    const samples = createSamples();
    const stream = samples.claimStream();
    const after = await store.head();
    await store.append(stream, noStream, samples.claims(stream, 1));
    const raw = EventStoreDBClient.connectionString(target.connectionString);
    await raw.appendToStream(stream, jsonEvent({ type: 'KeyLost', data: {} }));
    await raw.appendToStream(stream, binaryEvent({ type: 'KeyClaimed', data: Buffer.from('no JSON {') }));
    await raw.dispose();
    const { position } = await store.append(stream, 2, samples.claims(stream, 1, 1));
    const given = await store.loadGiven(stream, 1);
    expect(given.events.map(({ revision }) => revision)).toEqual([3]);
    expect(given.unreadable).toMatchObject([
      { stream, companyId: samples.companyId, category: 'claim', type: 'KeyLost', revision: 1 },
      { stream, companyId: samples.companyId, category: 'claim', type: 'KeyClaimed', revision: 2 },
    ]);
    const signal = AbortSignal.timeout(10_000);
    const seen: string[] = [];
    for await (const batch of store.subscribe({ maxBatch: 2, after, unreadable: 'given', signal })) {
      seen.push(...batch.events.map(event => `${event.revision} read`));
      seen.push(...(batch.unreadable ?? []).map(event => `${event.revision} unreadable`));
      if (batch.position >= position) break;
    }
    expect(seen.toSorted()).toEqual(['0 read', '1 unreadable', '2 unreadable', '3 read']);
  });
});

describe.skipIf(!real)('through the client', () => {
  const store = real
    ? openEventStore({ connectionString: real.connectionString, keys: memoryPersonKeys() })
    : undefined;
  afterAll(async () => {
    await store?.close();
    await real?.stop();
  });
  describeEventStore('a real server', () => {
    if (!store) throw new Error('there is no real server');
    return store;
  });
});
