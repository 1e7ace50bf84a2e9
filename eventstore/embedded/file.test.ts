import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedLog } from './damage.ts';
import { openNode } from './node.ts';
import { judgeSchema } from './schema.ts';
import { makeFormerFile } from './testing/former-file.ts';

const count = 5000;
const streams = 7;

describe('a file of before there were checksums', () => {
  let folder: string;
  let file: string;
  const inFile = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(file);
    const result = work(database);
    database.close();
    return result;
  };
  const unsummed = () =>
    inFile(database =>
      database
        .prepare(
          `SELECT (SELECT count(*) FROM events WHERE checksum IS NULL) AS events,
           (SELECT count(*) FROM streams WHERE checksum IS NULL) AS streams`,
        )
        .get(),
    );

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'eventstore-former-'));
    file = join(folder, 'log.db');
    makeFormerFile(file, { count, streams });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Reads everything, which compares the checksums. */
  const readThrough = () => {
    const node = openNode(file, () => undefined);
    let read = 0;
    for (let page = node.log.after(0, 500); page.length > 0; page = node.log.after(read, 500))
      read += page.length;
    const stream = node.storage.findStream('ticket-a.3');
    const range = { from: 0, limit: 10_000, direction: 'forwards' } as const;
    const ofStream = node.storage.pageOfStream(stream?.id ?? 0, range).length;
    node.storage.close();
    return { read, ofStream };
  };

  it('is made as a new one is once it has them', () => {
    openNode(file, () => undefined).storage.close();
    expect(inFile(judgeSchema)).toEqual([]);
  });

  it('gets them at its first start, once', () => {
    expect(readThrough()).toEqual({ read: count, ofStream: Math.ceil((count - 1) / streams) });
    expect(unsummed()).toEqual({ events: 0, streams: 0 });
    inFile(database => database.exec('UPDATE events SET checksum = NULL WHERE position = 17'));
    expect(() => readThrough()).toThrow('event 17 of the log is not what was written');
  });

  it('goes on where a start was interrupted, and does not bless what was changed meanwhile', () => {
    readThrough();
    const interrupt = 'PRAGMA user_version = 0; DROP INDEX streams_name_again;';
    inFile(database => database.exec(`${interrupt} UPDATE events SET checksum = NULL WHERE position > 2500`));
    expect(readThrough()).toMatchObject({ read: count });
    inFile(database => database.exec(`${interrupt} UPDATE events SET type = 'Other' WHERE position = 9`));
    expect(() => readThrough()).toThrow('event 9 of the log is not what was written');
  });

  it.each([
    [
      'misses events',
      'DELETE FROM events WHERE position IN (5, 7)',
      '2 of 5000 events of the log are missing',
    ],
    ['has events of no stream', 'DELETE FROM streams WHERE id = 3', 'events of the log are of no stream'],
  ])('gets none when it %s', (_, spoil, message) => {
    inFile(database => database.exec(`PRAGMA foreign_keys = OFF; ${spoil}`));
    expect(() => openNode(file, () => undefined)).toThrow(new DamagedLog(message));
    expect(inFile(database => database.prepare('PRAGMA user_version').get())).toEqual({ user_version: 0 });
  });
});
