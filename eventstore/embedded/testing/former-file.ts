import { DatabaseSync } from 'node:sqlite';

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

/** Makes the file of a log as it was before there were checksums, with events of several streams in turns. */
export const makeFormerFile = (
  file: string,
  { count, streams }: { count: number; streams: number },
): void => {
  const database = new DatabaseSync(file);
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
    const data = Buffer.from(JSON.stringify({ place }).padEnd(place % 300));
    event.run(place, id, at, crypto.randomUUID(), 'Noted', data, Buffer.from('{}'), place);
  }
  for (const [id, end] of ends) revision.run(end, id);
  database.exec('COMMIT');
  database.close();
};
