import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { openStorage, type Storage } from './storage.ts';
import { createStreams } from './streams.ts';
import type { Answer } from './transaction.ts';
import { createWriter } from './writer.ts';

let folder: string;
let storage: Storage;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writer-'));
  storage = openStorage(join(folder, 'log.db'));
});
afterEach(() => {
  storage.close();
  rmSync(folder, { recursive: true });
});

const open = (stored: Storage = storage) => {
  const writer = createWriter({ storage: stored, streams: createStreams(stored), log: createLog(stored) });
  return (...ids: string[]) =>
    new Promise<Answer>(resolve => {
      const bytes = { data: new Uint8Array(), metadata: new Uint8Array() };
      const events = ids.map(id => ({ id, type: 'Noted', isJson: false, ...bytes }));
      const request = { kind: 'append', stream: 'notes', expected: 'any', deadline: Infinity } as const;
      writer.submit({ ...request, events }, resolve);
    });
};

const newIds = (count: number) => Array.from({ length: count }, () => randomUUID());

it('knows an append without an expected revision again, also after another one could not be stored', async () => {
  let full = false;
  const commit = () => {
    if (full) throw new Error('database or disk is full');
    storage.commit();
  };
  const append = open({ ...storage, commit });
  const id = randomUUID();
  const first = await append(id);
  expect(first).toMatchObject({ kind: 'done', revision: 0 });
  full = true;
  expect(await append(randomUUID())).toMatchObject({ kind: 'failed' });
  full = false;
  expect(await append(id)).toEqual(first);
  expect(storage.lastPlace()).toBe(1);
});

it.each([
  ['smaller than', [3, 900, 2]],
  ['larger than', [5, 2600]],
  ['cut by', [700, 400, 300]],
])('knows appends again after a start when they are %s what it reads', async (_, sizes) => {
  const append = open();
  const appends = sizes.map(newIds);
  for (const ids of appends) await append(...ids);
  const appendAnew = open();
  const written: number[] = [];
  for (const ids of appends.toReversed()) {
    const end = storage.lastPlace();
    expect(await appendAnew(...ids)).toMatchObject({ kind: 'done' });
    written.push(storage.lastPlace() - end);
  }
  expect(written[0]).toBe(0);
  // An append is known whole, or not at all.
  expect(written.filter((count, index) => count > 0 && count !== sizes.at(-1 - index))).toEqual([]);
});
