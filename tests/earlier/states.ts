import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ClientBase } from 'pg';
import { withDatabase } from './data-folder.ts';
import { dumpSchema } from './dump-database.ts';

/** How one version kept data, and the commit whose data are a fixture; the last one has none yet. */
export type State = { readonly state: string; readonly commit: string | undefined };

export const knownStates = (): readonly State[] =>
  readFileSync(new URL('states.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
    .map(line => {
      const [state = '', commit] = line.split(' ');
      return { state, commit };
    });

/** How data are kept, in one word: the tables of a database and those of a log's file, without what they hold. */
export const stateIn = async (client: ClientBase, log: string): Promise<string> =>
  createHash('sha256')
    .update(await dumpSchema(client))
    .update(schemaOfLog(log))
    .digest('hex')
    .slice(0, 16);

export const stateOf = (dataDir: string): Promise<string> =>
  withDatabase(dataDir, client => stateIn(client, join(dataDir, 'events.db')));

const schemaOfLog = (file: string): string => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const made = database.prepare('select sql from sqlite_schema where sql is not null order by name').all();
    const version = database.prepare('pragma user_version').get();
    return JSON.stringify([made, version]);
  } finally {
    database.close();
  }
};
