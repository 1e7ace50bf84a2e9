import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openClient, openPool } from '#eventstore/database/pool.ts';
import { openFile } from '#eventstore/embedded/file.ts';
import { migratePersonKeys } from '#eventstore/person-keys/migrate.ts';
import { migrateAll } from '#start/migrate-all.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { earlierVersions, noteOf } from './data-folder.ts';
import { knownStates, stateIn } from './states.ts';

/** How this version keeps data. */
const present = async (): Promise<string> => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'balcao-state-'));
  const log = join(folder, 'events.db');
  const pool = openPool({ connectionString: database.url, max: 1 });
  const client = openClient(database.url);
  try {
    openFile(log).close();
    await migratePersonKeys(pool, Buffer.alloc(32).toString('base64'));
    await migrateAll(database.url);
    await client.connect();
    return await stateIn(client, log);
  } finally {
    await Promise.all([client.end(), pool.end()]);
    await database.drop();
    rmSync(folder, { recursive: true });
  }
};

describe('the data of earlier versions', () => {
  it('are kept of each way in which data were kept, but the present one', async () => {
    const states = knownStates();
    const last = await present();
    expect(
      states.at(-1)?.state,
      `Data are kept in another way than tests/earlier/states.txt has in its last line. Where that one was published,
add data of its last commit ("node tests/earlier/make.ts <commit>") and the commit to that line, and then a line
"${last}". Where it was not, put "${last}" in its place.`,
    ).toBe(last);
    const lacking = states.slice(0, -1).filter(({ commit }) => !commit);
    expect(lacking, 'add data of these: node tests/earlier/make.ts <commit>').toEqual([]);
  });

  it('are those that the list names', async () => {
    const named = knownStates().filter(({ commit }) => commit);
    const kept = await Promise.all(
      earlierVersions().map(async commit => ({ state: (await noteOf(commit)).state, commit })),
    );
    expect(named.toSorted(byCommit)).toEqual(kept.toSorted(byCommit));
  });
});

const byCommit = (one: { commit?: string | undefined }, other: { commit?: string | undefined }) =>
  String(one.commit) < String(other.commit) ? -1 : 1;
