import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStore } from './client.ts';
import { startNodeProcess } from './contract/node-process.ts';
import { createSamples } from './contract/samples.ts';
import { memoryPersonKeys } from './person-keys.ts';
import { type EventStore, noStream } from './types.ts';

/* Figures of the embedded node through the client of the product: `node eventstore/bench.ts`. */

type Row = { readonly measured: string; readonly value: number; readonly unit: string };

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

const rate = (count: number, took: number): number => Math.round(count / took);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const appends = async (store: EventStore, inFlight: number, count: number): Promise<Row> => {
  const samples = createSamples();
  const writer = async () => {
    const stream = samples.claimStream();
    for (let index = 0; index < count / inFlight; index += 1) {
      await store.append(stream, index - 1, [samples.claim(index, stream)]);
    }
  };
  const took = await seconds(() => Promise.all(Array.from({ length: inFlight }, writer)));
  return { measured: `append, ${inFlight} in flight`, value: rate(count, took), unit: 'appends/s' };
};

const loads = async (store: EventStore, inFlight: number, count: number): Promise<Row> => {
  const samples = createSamples();
  const stream = samples.claimStream();
  await store.append(stream, noStream, samples.claims(stream, 3));
  const reader = async () => {
    for (let index = 0; index < count / inFlight; index += 1) await store.load(stream);
  };
  const took = await seconds(() => Promise.all(Array.from({ length: inFlight }, reader)));
  return { measured: `load of 3 events, ${inFlight} in flight`, value: rate(count, took), unit: 'loads/s' };
};

const fill = async (store: EventStore, count: number): Promise<void> => {
  const samples = createSamples();
  const size = 500;
  for (let index = 0; index < count / size; index += 1) {
    const stream = samples.claimStream();
    await store.append(stream, noStream, samples.claims(stream, size));
  }
};

const catchUp = async (store: EventStore): Promise<Row> => {
  const stop = new AbortController();
  let count = 0;
  const took = await seconds(async () => {
    for await (const { events, live } of store.subscribe({ maxBatch: 1000, signal: stop.signal })) {
      count += events.length;
      if (live) stop.abort();
    }
  });
  return { measured: `catch-up of ${count} events`, value: rate(count, took), unit: 'events/s' };
};

const liveDelay = async (store: EventStore, count: number): Promise<Row> => {
  const samples = createSamples();
  const stream = samples.claimStream();
  const stop = new AbortController();
  const after = await store.head();
  const delays: number[] = [];
  let sent = 0;
  const send = async () => {
    const index = delays.length;
    sent = performance.now();
    await store.append(stream, index - 1, [samples.claim(index, stream)]);
  };
  let sending: Promise<void> | undefined;
  for await (const { events, live } of store.subscribe({ maxBatch: 100, after, signal: stop.signal })) {
    if (events.length > 0) delays.push(performance.now() - sent);
    await sending;
    if (delays.length >= count) stop.abort();
    else if (live) sending = send();
  }
  return { measured: 'append to subscriber, p50', value: Number(median(delays).toFixed(2)), unit: 'ms' };
};

const directory = await mkdtemp(join(tmpdir(), 'eventstore-bench-'));
const node = await startNodeProcess(join(directory, 'log.db'));
const store = openEventStore({ connectionString: node.url, keys: memoryPersonKeys() });
await appends(store, 8, 1000);

const rows: Row[] = [];
for (const [inFlight, count] of [
  [1, 2000],
  [8, 8000],
  [64, 16_000],
] as const) {
  rows.push(await appends(store, inFlight, count));
}
rows.push(await loads(store, 1, 2000), await loads(store, 8, 8000));
rows.push(await liveDelay(store, 500));
await fill(store, 60_000);
rows.push(await catchUp(store), await catchUp(store));
console.table(rows);

await store.close();
await node.terminate();
await rm(directory, { recursive: true });
