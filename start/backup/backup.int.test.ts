import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from '#eventstore/copy/copy-log.ts';
import { endOfLog } from '#eventstore/copy/read-log.ts';
import { readManifest, verifyArchive } from './archive-reader.ts';
import { positionColumns } from './positions.ts';
import { derivedSchemas, keptSchemas, remadeSchemas } from './schemas.ts';
import { type Copy, column, type Origin, openOrigin, recordsOf } from './testing/origin.ts';

describe('a backup of what runs', () => {
  let origin: Origin;
  beforeAll(async () => {
    origin = await openOrigin();
  });
  afterAll(() => origin?.end());

  /** Nothing in the tables is ahead of the log, and no event lacks its key. */
  const mustBeConsistent = async ({ connection, db }: Copy) => {
    const records = await recordsOf(connection);
    const ids = new Set(records.map(({ stream }) => stream.split('.')[1] ?? ''));
    const keys = new Set(await column(db, 'select user_id from secrets.credential'));
    const handled = await column(db, 'select stanza_id from connector.inbox_journal where handled');
    const queued = await column(db, 'select message_id from connector.outbox');
    const [checkpoint] = await column(db, 'select position from connector.checkpoint');
    expect([...ids].filter(id => !keys.has(id))).toEqual([]);
    expect(handled.filter(id => !ids.has(id))).toEqual([]);
    expect(Number(checkpoint)).toBeLessThanOrEqual(await endOfLog(connection));
    const followed = records.filter(({ position }) => position <= Number(checkpoint));
    expect(new Set(queued)).toEqual(new Set(followed.map(({ stream }) => stream.split('.')[1])));
    return { records, handled };
  };

  it('knows of every schema that the product makes whether it is kept or made again', async () => {
    const schemas = await column(
      origin.pool,
      "select nspname from pg_namespace where nspname !~ '^(pg_|information_schema$|public$)'",
    );
    const known = [...keptSchemas, ...derivedSchemas, ...remadeSchemas];
    expect(schemas.filter(name => !known.includes(name))).toEqual([]);
    expect(schemas).toEqual(expect.arrayContaining([...keptSchemas]));
  });

  it('knows every column of theirs that holds a position of the log', async () => {
    const columns = await column(
      origin.pool,
      `select table_schema || '.' || table_name || '.' || column_name from information_schema.columns
       where table_schema in ('connector', 'policy', 'integrity', 'webhook', 'secrets', 'parking')
         and (column_name ~ 'position' or column_name = 'resume_at') order by 1`,
    );
    const known = positionColumns.flatMap(({ table, column: name, isFollowers }) =>
      isFollowers ? [`${table}.${name}`, `${table}.event_position`] : [`${table}.${name}`],
    );
    expect(columns).toEqual(known.sort());
  });

  it('has the log, the tables and the files as they were, positions and all', async () => {
    for (let n = 0; n < 20; n += 1) await origin.write();
    await origin.follow();
    await origin.write();
    const copy = await origin.restore(await origin.backUp('plain.balcao'), 'plain');
    try {
      expect(await recordsOf(copy.connection)).toEqual(await recordsOf(origin.log));
      for (const table of ['connector.outbox', 'connector.inbox_journal', 'secrets.credential']) {
        const rows = `select * from ${table} order by 1, 2, 4`;
        expect((await copy.db.query(rows)).rows).toEqual((await origin.pool.query(rows)).rows);
      }
      await mustBeConsistent(copy);
      expect(readFileSync(join(copy.dataDir, 'secrets.json'), 'utf8')).toBe('{"waKey":"secret"}\n');
      expect(statSync(join(copy.dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(copy.dataDir, 'media', origin.company, 'picture')).length).toBe(300_000);
      const next = await copy.db.query(
        `insert into connector.inbox_journal (account, chat, participant, stanza_id, enc_index, attrs)
         values ($1, '', '', '', 0, '{}') returning seq`,
        [origin.company],
      );
      expect(Number(next.rows[0].seq)).toBe(22);
    } finally {
      await copy.end();
    }
  });

  it('has the key of each of its events, and every event that its tables know, whatever happens meanwhile', async () => {
    let [between, after] = ['', ''];
    const file = await origin.backUp('steps.balcao', {
      afterSnapshot: async () => {
        between = await origin.write();
        await origin.follow();
      },
      afterCut: async () => {
        after = await origin.write();
        await origin.follow();
      },
    });
    const copy = await origin.restore(file, 'steps');
    try {
      const { records, handled } = await mustBeConsistent(copy);
      const ids = records.map(({ stream }) => stream.split('.')[1]);
      expect(ids).toContain(between);
      expect(ids).not.toContain(after);
      expect(handled).not.toContain(between);
    } finally {
      await copy.end();
    }
  });

  it('leaves out a file that is erased in the meantime', async () => {
    const erased = join(origin.folder, 'origin', 'media', origin.company, 'erased');
    writeFileSync(erased, 'of somebody');
    const file = await origin.backUp('erased.balcao', { afterListing: async () => rmSync(erased) });
    const names = (await readManifest(file)).entries.map(({ name }) => name);
    expect(names).toContain(`data/media/${origin.company}/picture`);
    expect(names).not.toContain(`data/media/${origin.company}/erased`);
    await verifyArchive(file, await readManifest(file), () => undefined);
  });

  it("is refused with read models of which one was put in another's place in the meantime", async () => {
    const promote = async () => {
      await origin.pool.query('alter schema access rename to access_before');
      await origin.pool.query('create schema access');
      await origin.pool.query(`do $$ declare name text; begin
        for name in select relname from pg_class
          where relnamespace = 'access_before'::regnamespace and relkind = 'r' loop
          execute format('create table access.%1$I (like access_before.%1$I)', name);
        end loop; end $$`);
    };
    const backUp = origin.backUp('swapped.balcao', { afterSnapshot: promote }, true);
    await expect(backUp).rejects.toThrow('The read model access was built anew meanwhile: try again');
    await origin.pool.query('drop schema access cascade');
    await origin.pool.query('alter schema access_before rename to access');
  });

  it('is consistent when taken under load', async () => {
    let going = true;
    const writers = Array.from({ length: 4 }, async () => {
      while (going) await origin.write();
    });
    const follower = (async () => {
      while (going) await origin.follow();
    })();
    const files: string[] = [];
    for (const name of ['load-1.balcao', 'load-2.balcao']) files.push(await origin.backUp(name));
    going = false;
    await Promise.all([...writers, follower]);
    for (const [index, file] of files.entries()) {
      const copy = await origin.restore(file, `load-${index}`);
      try {
        const { records } = await mustBeConsistent(copy);
        const { manifest } = copy.result;
        expect(
          await digestOf(async function* () {
            yield records;
          }),
        ).toEqual({ events: manifest.log.events, digest: manifest.log.digest });
      } finally {
        await copy.end();
      }
    }
  });
});
