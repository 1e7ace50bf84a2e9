import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamName } from '#domain/shared/stream.ts';
import { openEventStore } from '../client.ts';
import { createSamples } from '../contract/samples.ts';
import { type EmbeddedNode, startEmbeddedNode } from '../embedded/server.ts';
import { memoryPersonKeys, type PersonKeys } from '../person-keys.ts';
import { type Appended, type EventStore, noStream, StoreUnavailable, type ToAppend } from '../types.ts';

const samples = createSamples();
const ring = memoryPersonKeys();
const away = { times: 0 };
const unlessAway =
  <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
  async (...args: Args): Promise<Answer> => {
    away.times -= 1;
    if (away.times >= 0) throw new StoreUnavailable('the keys are away');
    return ask(...args);
  };
const keys: PersonKeys = {
  ...ring,
  forReading: unlessAway(ring.forReading),
  forWriting: unlessAway(ring.forWriting),
};

let directory: string;
let node: EmbeddedNode;
let store: EventStore;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keys-away-'));
  node = await startEmbeddedNode({ file: join(directory, 'log.db'), port: 0 });
  store = openEventStore({ connectionString: node.url, keys });
});
afterAll(async () => {
  await store.close();
  await node.close();
  await rm(directory, { recursive: true });
});

const stream = streamName('contact', samples.companyId, randomUUID());
const named = (index: number): ToAppend => {
  const contactId = stream.split('.')[1] ?? '';
  const data = { contactId, name: `Clara ${index}`, email: null, queueId: null };
  const event = { type: 'ContactChanged' as const, data };
  return { ...samples.claim(index, stream), event, persons: [contactId] };
};

it('what cannot be encrypted is not appended, and what cannot be decrypted is given out later', async () => {
  away.times = 1;
  await expect(store.append(stream, noStream, [named(0)])).rejects.toThrow(StoreUnavailable);
  expect(await store.load(stream)).toEqual([]);
  await store.append(stream, noStream, [0, 1, 2, 3].map(named));

  away.times = 1;
  await expect(store.load(stream)).rejects.toThrow(StoreUnavailable);

  const stop = new AbortController();
  const seen: string[] = [];
  let last: Appended | undefined;
  away.times = 2;
  for await (const { events } of store.subscribe({ maxBatch: 3, signal: stop.signal })) {
    for (const event of events) if (event.type === 'ContactChanged') seen.push(event.data.name);
    if (seen.length === 4 && !last) {
      last = await store.append(stream, 3, [named(4)]);
      away.times = 2;
    }
    if (seen.length >= 5) stop.abort();
  }
  expect(seen).toEqual(['Clara 0', 'Clara 1', 'Clara 2', 'Clara 3', 'Clara 4']);
});
