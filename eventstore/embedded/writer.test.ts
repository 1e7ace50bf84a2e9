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

it('knows an append without an expected revision again, also after another one could not be stored', async () => {
  let full = false;
  const commit = () => {
    if (full) throw new Error('database or disk is full');
    storage.commit();
  };
  const parts = { storage: { ...storage, commit }, streams: createStreams(storage) };
  const writer = createWriter({ ...parts, log: createLog(storage) });
  const append = (id: string) =>
    new Promise<Answer>(resolve => {
      const bytes = { data: new Uint8Array(), metadata: new Uint8Array() };
      const events = [{ id, type: 'Noted', isJson: false, ...bytes }];
      const request = { kind: 'append', stream: 'notes', expected: 'any', deadline: Infinity } as const;
      writer.submit({ ...request, events }, resolve);
    });
  const id = randomUUID();
  const first = await append(id);
  expect(first).toMatchObject({ kind: 'done', revision: 0 });
  full = true;
  expect(await append(randomUUID())).toMatchObject({ kind: 'failed' });
  full = false;
  expect(await append(id)).toEqual(first);
  expect(storage.lastPlace()).toBe(1);
});
