import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEventStore } from '../client.ts';
import { endMarkOf } from '../embedded/end-mark.ts';
import { startEmbeddedNode } from '../embedded/server.ts';
import { memoryPersonKeys } from '../person-keys.ts';
import { type EventStore, LogCutShort, noStream, StoreRefused, StoreUnavailable } from '../types.ts';
import { startNodeProcess } from './node-process.ts';
import { createSamples } from './samples.ts';

const samples = createSamples();
const signal = new AbortController().signal;

describe('a client of a node whose file was damaged', () => {
  let folder: string;
  let file: string;
  const ends: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventstore-damage-'));
    file = join(folder, 'log.db');
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await rm(folder, { recursive: true });
  });

  const openStore = (url: string): EventStore => {
    const store = openEventStore({ connectionString: url, keys: memoryPersonKeys() });
    ends.push(store.close);
    return store;
  };
  const write = async (store: EventStore, count: number) => {
    const stream = samples.claimStream();
    for (let index = 0; index < count; index += 1)
      await store.append(stream, index === 0 ? noStream : index - 1, [samples.claim(index, stream)]);
    return stream;
  };

  it('is told which event it is, and nothing is written any more', async () => {
    const before = await startEmbeddedNode({ file });
    const damaged = await write(openStore(before.url), 3);
    const whole = samples.claimStream();
    // More than are looked at when it starts.
    await openStore(before.url).append(whole, noStream, samples.claims(whole, 1_100));
    await before.close();
    const database = new DatabaseSync(file);
    database.exec("UPDATE events SET type = 'KeyReleased' WHERE position = 2");
    database.close();

    const told: string[] = [];
    const node = await startEmbeddedNode({ file, onDamage: ({ message }) => told.push(message) });
    ends.push(node.close);
    const store = openStore(node.url);
    expect(await store.load(whole)).toHaveLength(1_100);
    const refused = { reason: 'damaged', message: expect.stringContaining('event 2 of the log') };
    await expect(store.load(damaged)).rejects.toMatchObject(refused);
    await expect(Array.fromAsync(store.subscribe({ maxBatch: 9, signal }))).rejects.toThrow(StoreRefused);
    const late = samples.claimStream();
    const append = store.append(late, noStream, samples.claims(late, 1));
    await expect(append).rejects.toThrow(/the log is damaged: event 2 of the log is not what was written/);
    await expect(append).rejects.toThrow(StoreUnavailable);
    expect(told).toEqual(['event 2 of the log is not what was written']);
  });

  it('stops following when a crash has taken what it had read', async () => {
    let node = await startNodeProcess(file);
    ends.push(() => node.kill());
    const store = openStore(node.url);
    await write(store, 20);
    const head = await store.head();
    const follower = store.subscribe({ maxBatch: 9, signal })[Symbol.asyncIterator]();
    while ((await follower.next()).value.position < head);
    const { port } = node;
    await node.kill();
    const ahead = `${file}-wal`;
    await truncate(ahead, Math.floor((await stat(ahead)).size / 2));
    await expect(startNodeProcess(file)).rejects.toThrow(
      /the log ends at event \d+, and event 20 was stored/,
    );
    await rm(endMarkOf(file));
    node = await startNodeProcess(file, port);
    const rest = async () => {
      while (!(await follower.next()).done);
    };
    await expect(rest()).rejects.toThrow(LogCutShort);
  });
});
