import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedNode, startEmbeddedNode } from '../embedded/server.ts';
import { newEvents, newStream, openRig, type Rig, revisionsOf } from './protocol/rig.ts';

const largePages = 1_000_000;

describe('a node whose disk is full', () => {
  let directory: string;
  let file: string;
  let node: EmbeddedNode;
  let rig: Rig;
  let database: DatabaseSync;

  /** Starts a node and takes hold of its open file, to let it grow or not. */
  const start = async (): Promise<void> => {
    const opened = vi.spyOn(DatabaseSync.prototype, 'exec');
    node = await startEmbeddedNode({ file });
    const [made] = opened.mock.contexts;
    opened.mockRestore();
    if (!(made instanceof DatabaseSync)) throw new Error('the node opens its file by node:sqlite');
    database = made;
    rig = openRig(node.url);
  };
  const stop = async () => {
    await rig.close();
    await node.close();
  };
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'eventstore-full-'));
    file = join(directory, 'log.db');
    await start();
  });
  afterEach(async () => {
    await stop();
    await rm(directory, { recursive: true });
  });

  const allow = (pages: number): void => {
    database.exec(`PRAGMA max_page_count = ${pages}`);
  };
  const pages = (): number => Number(database.prepare('PRAGMA page_count').get()?.page_count);
  const several = (count: number, text = 'x'.repeat(1500)) =>
    Array.from({ length: count }, (_, index) => jsonEvent({ type: 'Something', data: { index, text } }));
  const wholeLog = async () =>
    (await Array.fromAsync(rig.client.readAll())).map(({ event }) => `${event?.streamId}@${event?.revision}`);

  it.each([
    ['the shared call', () => ({})],
    ['a call of its own', () => ({ credentials: rig.credentials })],
  ])(
    'answers with the reason over %s, goes on reading, and writes again when there is room',
    async (_, way) => {
      const stream = newStream();
      await rig.client.appendToStream(stream, newEvents(3));
      const before = await wholeLog();
      allow(pages() + 2);
      const next = several(40);
      const append = () => rig.client.appendToStream(stream, next, { expectedRevision: 2n, ...way() });
      await expect(append()).rejects.toThrow('database or disk is full');
      expect(await wholeLog()).toEqual(before);
      expect(await revisionsOf(rig.client, stream)).toEqual([0, 1, 2]);
      allow(largePages);
      expect(await append()).toMatchObject({ nextExpectedRevision: 42n });
      expect(await wholeLog()).toHaveLength(before.length + 40);
    },
  );

  it('has written each append wholly or not at all, and acknowledged what it wrote', async () => {
    allow(pages() + 60);
    const streams = Array.from({ length: 120 }, () => newStream());
    const outcomes = await Promise.allSettled(
      streams.map(stream => rig.client.appendToStream(stream, several(3), { expectedRevision: NO_STREAM })),
    );
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    allow(largePages);
    const said = async () => {
      for (const [index, stream] of streams.entries()) {
        const found = await revisionsOf(rig.client, stream).catch(() => []);
        expect(found).toEqual(outcomes[index]?.status === 'fulfilled' ? [0, 1, 2] : []);
      }
    };
    await said();
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    await stop();
    await start();
    await said();
    for (const [index, stream] of streams.entries()) {
      if (outcomes[index]?.status === 'fulfilled') continue;
      await rig.client.appendToStream(stream, several(3), { expectedRevision: NO_STREAM });
    }
    expect(await wholeLog()).toHaveLength(360);
  });

  it('lets subscribers see nothing of what was not written, and all that came later', async () => {
    const stream = newStream();
    const subscription = rig.client.subscribeToAll();
    const seen: string[] = [];
    subscription.on('data', ({ event }) => seen.push(`${event?.streamId}@${event?.revision}`));
    await rig.client.appendToStream(stream, newEvents(1));
    allow(pages() + 2);
    await expect(rig.client.appendToStream(stream, several(40))).rejects.toThrow();
    allow(largePages);
    await rig.client.appendToStream(stream, newEvents(1));
    await vi.waitFor(() => expect(seen).toEqual([`${stream}@0`, `${stream}@1`]), { timeout: 20_000 });
    await subscription.unsubscribe();
  });
});
