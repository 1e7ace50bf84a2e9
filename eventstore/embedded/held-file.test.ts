import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedLog } from './damage.ts';
import { FileInUse, openExclusively } from './file.ts';
import { holdFile } from './held-file.ts';
import { judgeSchema } from './schema.ts';
import { makeFormerFile } from './testing/former-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eventstore-held-'));
  file = join(folder, 'log.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex');
const inFile = <Result>(work: (database: DatabaseSync) => Result): Result => {
  const database = new DatabaseSync(file);
  const result = work(database);
  database.close();
  return result;
};

describe('the file of an earlier version, held before an upgrade', () => {
  beforeEach(() => makeFormerFile(file, { count: 5_000, streams: 7 }));

  it('shows what is in it, and is byte by byte what it was when it is let go', () => {
    const before = digest();
    const held = holdFile(file);
    expect(held?.firstStreams(3)).toEqual(['ticket-a.2', 'ticket-a.3', 'ticket-a.4']);
    expect(held?.firstOf('ticket-a.2')).toEqual({ place: 1 });
    expect(held?.firstOf('ticket-a.99')).toBeUndefined();
    held?.close();
    expect(digest()).toBe(before);
    expect(readdirSync(folder)).toEqual(['log.db']);
  });

  it('is as a new one is made once it is committed', () => {
    const held = holdFile(file);
    held?.commit();
    held?.close();
    expect(inFile(judgeSchema)).toEqual([]);
  });

  it('is refused, and stays as it was, when it cannot be read whole', () => {
    inFile(database =>
      database.exec('PRAGMA foreign_keys = OFF; DELETE FROM events WHERE position IN (5, 7)'),
    );
    const before = digest();
    expect(() => holdFile(file)).toThrow(new DamagedLog('2 of 5000 events of the log are missing'));
    expect(digest()).toBe(before);
  });
});

it('a log that is not there yet is not made by looking', () => {
  expect(holdFile(file)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

it('a file that a node has is not taken from it', () => {
  const other = openExclusively(file);
  expect(() => holdFile(file)).toThrow(FileInUse);
  other.close();
});

it('a file of a newer format is refused', () => {
  makeFormerFile(file, { count: 1, streams: 1 });
  inFile(database => database.exec('PRAGMA user_version = 99'));
  expect(() => holdFile(file)).toThrow(
    new DamagedLog('the file is of format 99, and this version knows up to 1'),
  );
});
