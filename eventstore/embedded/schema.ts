import { DatabaseSync } from 'node:sqlite';

/*
 * A name that the index of UNIQUE does not find is looked for in the other one, too: what is missing in one of
 * them was lost. New columns are last, and may be NULL, because older files get them as such.
 */
export const tables = `
  CREATE TABLE IF NOT EXISTS streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    last_revision INTEGER NOT NULL,
    tombstoned INTEGER NOT NULL DEFAULT 0,
    soft_deleted INTEGER NOT NULL DEFAULT 0,
    max_count INTEGER,
    max_age INTEGER,
    truncate_before INTEGER,
    checksum INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL REFERENCES streams (id),
    revision INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    is_json INTEGER NOT NULL,
    data BLOB NOT NULL,
    metadata BLOB NOT NULL,
    created INTEGER NOT NULL,
    checksum INTEGER,
    UNIQUE (stream_id, revision)
  ) STRICT;
`;
export const secondIndex = 'CREATE INDEX IF NOT EXISTS streams_name_again ON streams (name);';

/** How one thing of a file is made, whatever the words were that made it. */
const questions = [
  'SELECT type, tbl_name AS owner FROM sqlite_schema WHERE name = ?',
  'SELECT strict, wr FROM pragma_table_list WHERE name = ?',
  'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid',
  'SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)',
  'SELECT "unique", origin, partial FROM pragma_index_list(?) ORDER BY name',
  'SELECT name, "desc", coll, key FROM pragma_index_xinfo(?) ORDER BY seqno',
];

const madeOf = (database: DatabaseSync): ReadonlyMap<string, string> => {
  const named = database.prepare('SELECT name FROM sqlite_schema ORDER BY name').all();
  const asked = questions.map(question => database.prepare(question));
  return new Map(
    named.map(row => [String(row.name), JSON.stringify(asked.map(ask => ask.all(String(row.name))))]),
  );
};

/** Which tables and indexes of a file are not made as those of a log are: no checksum covers what they are made of. */
export const judgeSchema = (database: DatabaseSync): string[] => {
  const fresh = new DatabaseSync(':memory:');
  try {
    fresh.exec(`${tables} ${secondIndex}`);
    const [right, found] = [madeOf(fresh), madeOf(database)];
    return [...new Set([...right.keys(), ...found.keys()])]
      .filter(name => right.get(name) !== found.get(name))
      .map(name => `${name} is not made as a log's tables and indexes are`);
  } finally {
    fresh.close();
  }
};
