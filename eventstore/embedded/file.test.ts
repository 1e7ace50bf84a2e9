import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedLog } from './damage.ts';
import { openNode } from './node.ts';
import { judgeSchema } from './schema.ts';

/** As files were before there were checksums. */
const formerTables = `
  CREATE TABLE streams (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, last_revision INTEGER NOT NULL,
    tombstoned INTEGER NOT NULL DEFAULT 0, soft_deleted INTEGER NOT NULL DEFAULT 0,
    max_count INTEGER, max_age INTEGER, truncate_before INTEGER
  ) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY, stream_id INTEGER NOT NULL REFERENCES streams (id), revision INTEGER NOT NULL,
    event_id TEXT NOT NULL, type TEXT NOT NULL, is_json INTEGER NOT NULL, data BLOB NOT NULL,
    metadata BLOB NOT NULL, created INTEGER NOT NULL, UNIQUE (stream_id, revision)
  ) STRICT;
`;
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
    inFile(database => {
      database.exec(`PRAGMA journal_mode = WAL; BEGIN; ${formerTables}`);
      const event = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)');
      const stream = database.prepare('INSERT INTO streams (name, last_revision) VALUES (?, -1)');
      const revision = database.prepare('UPDATE streams SET last_revision = ? WHERE id = ?');
      for (let id = 1; id <= streams; id += 1) stream.run(`ticket-a.${id}`);
      const ends = new Map<number, number>();
      for (let place = 1; place <= count; place += 1) {
        const id = (place % streams) + 1;
        const at = (ends.get(id) ?? -1) + 1;
        ends.set(id, at);
        event.run(
          place,
          id,
          at,
          crypto.randomUUID(),
          'Noted',
          Buffer.alloc(place % 300, 'x'),
          Buffer.from('{}'),
          place,
        );
      }
      for (const [id, end] of ends) revision.run(end, id);
      database.exec('COMMIT');
    });
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
