import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedLog } from './damage.ts';
import { openNode } from './node.ts';
import { openStorage } from './storage.ts';
import type { Answer } from './transaction.ts';

const count = 3000;

describe('a log that is opened', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'eventstore-integrity-'));
    file = join(directory, 'log.db');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Writes events of ten streams, and leaves the file closed, or as a node leaves it that was killed. */
  const write = (
    end: 'closed' | 'killed',
    spoil: (database: DatabaseSync) => void = () => undefined,
  ): void => {
    const working = join(directory, 'working.db');
    const storage = openStorage(working);
    storage.begin();
    const streams = Array.from({ length: 10 }, (_, index) => storage.addStream(`stream-${index}`));
    for (let place = 1; place <= count; place += 1) {
      const stream = streams[place % streams.length];
      if (!stream) continue;
      stream.lastRevision += 1;
      const proposed = { id: crypto.randomUUID(), type: 'Something', isJson: true };
      const bytes = { data: new Uint8Array(50), metadata: new Uint8Array() };
      const standing = { place, stream: stream.name, revision: stream.lastRevision, created: 0 };
      storage.addEvent(stream.id, { ...proposed, ...bytes, ...standing });
      storage.saveStream(stream);
    }
    storage.commit();
    storage.close();
    const database = new DatabaseSync(working);
    spoil(database);
    database.close();
    const again = openStorage(working);
    again.begin();
    again.addStream('one more');
    again.commit();
    if (end === 'closed') again.close();
    copyFileSync(working, file);
    if (end === 'killed') copyFileSync(`${working}-wal`, `${file}-wal`);
    if (end === 'killed') again.close();
  };

  const open = async () => {
    const found: string[] = [];
    const node = openNode(file, damage => found.push(damage.message));
    await node.inspected;
    const answer = await new Promise<Answer>(resolve => {
      const request = { kind: 'append', stream: 'new', expected: 'any', deadline: Infinity } as const;
      const event = { id: crypto.randomUUID(), type: 'Something', isJson: false };
      const bytes = { data: new Uint8Array(), metadata: new Uint8Array() };
      node.submit({ ...request, events: [{ ...event, ...bytes }] }, resolve);
    });
    const readable = found[0]?.includes('malformed') || node.log.after(count - 1, 1).length;
    node.storage.close();
    return { found, answer, readable };
  };

  it.each(['closed', 'killed'] as const)('is written on when it is whole and was %s', async end => {
    write(end);
    expect(await open()).toMatchObject({ found: [], answer: { kind: 'done' }, readable: 1 });
  });

  it.each([
    ['misses one of its newest events', `DELETE FROM events WHERE position = ${count - 10}`],
    ['forgot how far its streams go', "UPDATE streams SET last_revision = 7 WHERE name = 'stream-3'"],
  ])('is not served when it %s', (_, statement) => {
    write('closed', database => database.exec(statement));
    expect(() => openNode(file, () => undefined)).toThrow(DamagedLog);
    // The file is free again.
    openStorage(file).close();
  });

  it.each([
    ['misses an old event', 'DELETE FROM events WHERE position = 5', 'event 5 of the log is missing'],
    ['misses its oldest events', 'DELETE FROM events WHERE position < 800', 'event 1 of the log is missing'],
  ])('is read through after a crash, and written no more when it %s', async (_, statement, message) => {
    write('killed', database => database.exec(statement));
    const { found, answer, readable } = await open();
    expect(found).toEqual([message]);
    expect(answer).toEqual({ kind: 'failed', message: `the log is damaged: ${message}` });
    expect(readable).toBe(1);
  });

  it('is read through after a crash, and written no more when its bytes were changed', async () => {
    write('killed');
    const middle = Math.floor(statSync(file).size / 3);
    const handle = openSync(file, 'r+');
    writeSync(handle, new Uint8Array(16_384).fill(0xa5), 0, 16_384, middle - (middle % 4096));
    closeSync(handle);
    const { found, answer } = await open();
    expect(found).toHaveLength(1);
    expect(answer.kind).toBe('failed');
  });

  it('is not served when it is no log at all', () => {
    writeFileSync(
      file,
      'something else entirely, long enough to be taken for a header of a page '.repeat(99),
    );
    expect(() => openNode(file, () => undefined)).toThrow('file is not a database');
  });
});
