import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEventStore } from '../client.ts';
import { endMarkOf } from '../embedded/end-mark.ts';
import { startEmbeddedNode } from '../embedded/server.ts';
import { memoryPersonKeys } from '../person-keys.ts';
import { LogIsCut, noStream, StoreUnavailable } from '../types.ts';
import { createSamples } from './samples.ts';

const samples = createSamples();
let folder: string;
let file: string;
const ends: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventstore-cut-'));
  file = join(folder, 'log.db');
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await rm(folder, { recursive: true });
});

/** A log of five events, of which the last two are gone when it is opened again, as in an older copy. */
const cut = async (readUpTo: () => Promise<number>) => {
  const stream = samples.claimStream();
  const claims = samples.claims(stream, 5);
  const first = await startEmbeddedNode({ file });
  const port = Number(new URL(first.url.replace('esdb', 'http')).port);
  const store = openEventStore({ connectionString: first.url, keys: memoryPersonKeys(), readUpTo });
  ends.push(store.close);
  await store.append(stream, noStream, claims.slice(0, 3));
  await first.close();
  await copyFile(file, `${file}-copy`);
  const second = await startEmbeddedNode({ file, port });
  const append = () => store.append(stream, 2, claims.slice(3)).catch(() => undefined);
  await expect.poll(append, { timeout: 10_000 }).toBeDefined();
  await second.close();
  await expect(store.head()).rejects.toThrow(StoreUnavailable);
  for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  await rm(endMarkOf(file), { force: true });
  await copyFile(`${file}-copy`, file);
  const node = await startEmbeddedNode({ file, port });
  ends.push(node.close);
  return { stream, store, url: node.url };
};

const another = (url: string, readUpTo: () => Promise<number>) => {
  const store = openEventStore({ connectionString: url, keys: memoryPersonKeys(), readUpTo });
  ends.push(store.close);
  return store;
};

it('writes nothing behind a cut that it has seen itself, and goes on reading', async () => {
  const { stream, store } = await cut(() => Promise.reject(new Error('the database is away')));
  const other = samples.claimStream();
  await expect
    .poll(() => store.append(other, noStream, [samples.claim(0, other)]).catch((error: unknown) => error), {
      timeout: 10_000,
    })
    .toBeInstanceOf(LogIsCut);
  expect(await store.load(other)).toEqual([]);
  expect(await store.load(stream)).toHaveLength(3);
});

it('writes nothing behind a cut that others know of, and writes where nobody knows of more', async () => {
  const { url } = await cut(() => Promise.resolve(0));
  const position = 640;
  const other = samples.claimStream();
  const write = (upTo: number) =>
    another(url, () => Promise.resolve(upTo)).append(other, noStream, [samples.claim(0, other)]);
  await expect(write(position)).rejects.toThrow(LogIsCut);
  await expect(another(url, () => Promise.resolve(position)).mustBeWhole()).rejects.toThrow(
    'events are missing at the end of the log: it ends at position 384, and it was read up to 640 before',
  );
  expect(await another(url, () => Promise.resolve(0)).load(other)).toEqual([]);
  expect((await write(384)).revision).toBe(0);
});
