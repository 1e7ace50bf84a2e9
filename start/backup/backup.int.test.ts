import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, openConnection } from '#eventstore/connection.ts';
import { digestOf } from '#eventstore/copy/copy-log.ts';
import { endOfLog, readLog } from '#eventstore/copy/read-log.ts';
import { type EmbeddedNode, startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { startEmbeddedPostgres } from '../postgres/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/testing.ts';
import { silent } from './progress.ts';
import { restoreBackup } from './restore-backup.ts';
import { migrateAll } from './restore-database.ts';
import { derivedSchemas, keptSchemas } from './schemas.ts';
import { type BackupSteps, writeBackup } from './write-backup.ts';

const company = randomUUID();
const never = new AbortController().signal;

describe('a backup of what runs', () => {
  let folder: string;
  let origin: string;
  let node: EmbeddedNode;
  let log: Connection;
  let database: TestDatabase;
  let pool: pg.Pool;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'backup-'));
    origin = join(folder, 'origin');
    mkdirSync(join(origin, 'media', company), { recursive: true });
    writeFileSync(join(origin, 'secrets.json'), '{"waKey":"secret"}\n', { mode: 0o600 });
    writeFileSync(join(origin, 'media', company, 'picture'), Buffer.alloc(300_000, 7));
    node = await startEmbeddedNode({ file: join(origin, 'events.db') });
    log = openConnection(node.url);
    database = await createTestDatabase();
    await migrateAll(database.url);
    pool = new pg.Pool({ connectionString: database.url, max: 8 });
    await pool.query("insert into connector.checkpoint values ('log:beta', 0)");
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await pool?.end();
    await log?.close();
    await node?.close();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const places = () => ({ dataDir: origin, databaseUrl: database.url, eventstoreUrl: node.url });
  const backUp = async (name: string, steps: BackupSteps = {}, withReadModels = false) => {
    const file = join(folder, name);
    await writeBackup(
      { ...{ file, ...places(), product: '0.1.0', withReadModels }, progress: silent, signal: never },
      steps,
    );
    return file;
  };

  /** As the services do it: first a key, then the event under it, then what is remembered of the event. */
  const write = async (id: string = randomUUID()) => {
    await pool.query("insert into secrets.credential values ($1, $2, 'a ''hash''\\')", [id, company]);
    const event = jsonEvent({ type: 'Noted', data: { keyOf: id, text: 'olá "ção"\n' } });
    await log.call(client => client.appendToStream(`message-${company}.${id}`, [event]));
    await pool.query(
      `insert into connector.inbox_journal (account, chat, participant, stanza_id, enc_index, attrs, plain, handled)
       values ($1, 'c', '', $2, 0, '{"a": [1, null, "ção"]}', '\\x00ff', true)`,
      [company, id],
    );
    return id;
  };

  /** Follows the log into an outbox, rows and checkpoint in one transaction. */
  const follow = async () => {
    const end = await endOfLog(log);
    const records = (await Array.fromAsync(readLog(log, end))).flat();
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query(
        'select position::float8 as at from connector.checkpoint for update',
      );
      for (const { stream, position } of records.filter(record => record.position > rows[0].at)) {
        await client.query(
          `insert into connector.outbox (message_id, connection_id, company_id, contact_id, position, wa_id)
           values ($1, $2, $2, $2, $3, $4)`,
          [stream.split('.')[1], company, position, stream],
        );
      }
      await client.query('update connector.checkpoint set position = $1', [end]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };

  /** Restores into a data directory of its own and starts the stores there. */
  const restore = async (file: string, name: string, options = { force: false }) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    const config = {
      dataDir,
      eventstoreFile: join(dataDir, 'events.db'),
      databaseUrl: undefined,
      eventstoreUrl: undefined,
    };
    const result = await restoreBackup({ file, config, ...options, progress: silent, signal: never });
    const postgres = await startEmbeddedPostgres({ dataDir });
    const started = await startEmbeddedNode({ file: config.eventstoreFile });
    const connection = openConnection(started.url);
    const db = new pg.Client(postgres.url);
    await db.connect();
    const end = async () => {
      await db.end();
      await connection.close();
      await started.close();
      await postgres.stop();
    };
    return { dataDir, connection, db, end, result };
  };
  type Copy = Awaited<ReturnType<typeof restore>>;

  const recordsOf = async (connection: Connection) =>
    (await Array.fromAsync(readLog(connection, await endOfLog(connection)))).flat();
  const column = async (db: pg.Client | pg.Pool, sql: string): Promise<string[]> =>
    (await db.query({ text: sql, rowMode: 'array' })).rows.map(([value]) => String(value));

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
      pool,
      "select nspname from pg_namespace where nspname !~ '^(pg_|information_schema$|public$)'",
    );
    expect(schemas.filter(name => ![...keptSchemas, ...derivedSchemas].includes(name))).toEqual([]);
    expect(schemas).toEqual(expect.arrayContaining([...keptSchemas]));
  });

  it('has the log, the tables and the files as they were, positions and all', async () => {
    for (let n = 0; n < 20; n += 1) await write();
    await follow();
    await write();
    const copy = await restore(await backUp('plain.balcao'), 'plain');
    try {
      expect(await recordsOf(copy.connection)).toEqual(await recordsOf(log));
      for (const table of ['connector.outbox', 'connector.inbox_journal', 'secrets.credential']) {
        const rows = `select * from ${table} order by 1, 2, 4`;
        expect((await copy.db.query(rows)).rows).toEqual((await pool.query(rows)).rows);
      }
      await mustBeConsistent(copy);
      expect(readFileSync(join(copy.dataDir, 'secrets.json'), 'utf8')).toBe('{"waKey":"secret"}\n');
      expect(statSync(join(copy.dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(copy.dataDir, 'media', company, 'picture')).length).toBe(300_000);
      const next = await copy.db.query(
        `insert into connector.inbox_journal (account, chat, participant, stanza_id, enc_index, attrs)
         values ($1, '', '', '', 0, '{}') returning seq`,
        [company],
      );
      expect(Number(next.rows[0].seq)).toBe(22);
    } finally {
      await copy.end();
    }
  });

  it('has the key of each of its events, and every event that its tables know, whatever happens meanwhile', async () => {
    let [between, after] = ['', ''];
    const file = await backUp('steps.balcao', {
      afterSnapshot: async () => {
        between = await write();
        await follow();
      },
      afterCut: async () => {
        after = await write();
        await follow();
      },
    });
    const copy = await restore(file, 'steps');
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

  it('is consistent when taken under load', async () => {
    let going = true;
    const writers = Array.from({ length: 4 }, async () => {
      while (going) await write();
    });
    const follower = (async () => {
      while (going) await follow();
    })();
    const files: string[] = [];
    for (const name of ['load-1.balcao', 'load-2.balcao', 'load-3.balcao']) files.push(await backUp(name));
    going = false;
    await Promise.all([...writers, follower]);
    for (const [index, file] of files.entries()) {
      const copy = await restore(file, `load-${index}`);
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

  it('brings read models along when asked to', async () => {
    await pool.query("update projection.checkpoint set position = 128, head = 128 where name = 'access'");
    const without = await restore(await backUp('lean.balcao'), 'lean');
    await without.end();
    expect(without.result.readModels).toEqual([]);
    const withThem = await restore(await backUp('full.balcao', {}, true), 'full');
    try {
      expect(withThem.result.readModels).toEqual(['access', 'inbox']);
      expect(
        await column(withThem.db, "select position from projection.checkpoint where name = 'access'"),
      ).toEqual(['128']);
    } finally {
      await withThem.end();
    }
  });

  it('goes into another kind of server with every remembered position at the same event', async () => {
    await follow();
    await write();
    const file = await backUp('moved.balcao');
    const server = await startEmbeddedNode({ file: join(folder, 'server.db') });
    const target = openConnection(server.url);
    const other = await createTestDatabase();
    const db = new pg.Client(other.url);
    try {
      await target.call(client => client.setStreamMetadata('$of-the-server', { maxCount: 3 }));
      const dataDir = join(folder, 'moved');
      mkdirSync(dataDir);
      const config = {
        ...{ dataDir, eventstoreFile: join(dataDir, 'events.db') },
        ...{ databaseUrl: other.url, eventstoreUrl: server.url },
      };
      const options = { file, config, force: false, progress: silent, signal: never };
      await restoreBackup(options);
      await db.connect();
      const [here, there] = [await recordsOf(log), await recordsOf(target)];
      expect(there.map(record => record.id)).toEqual(here.map(record => record.id));
      expect(there[0]?.position).not.toBe(here[0]?.position);
      const [was] = await column(pool, 'select position from connector.checkpoint');
      const [is] = await column(db, 'select position from connector.checkpoint');
      const eventsBefore = (records: typeof here, at: unknown) =>
        records.filter(({ position }) => position <= Number(at)).length;
      expect(eventsBefore(there, is)).toBe(eventsBefore(here, was));
      const order = 'select message_id from connector.outbox order by position';
      expect(await column(db, order)).toEqual(await column(pool, order));
      expect(existsSync(join(dataDir, 'events.db'))).toBe(false);
      rmSync(join(dataDir, 'media'), { recursive: true });
      rmSync(join(dataDir, 'secrets.json'));
      await expect(restoreBackup(options)).rejects.toThrow(/database of DATABASE_URL is not empty/);
      const { aside } = await restoreBackup({ ...options, force: true });
      expect(aside).toEqual(expect.arrayContaining([expect.stringMatching(/^secrets_before_\d+$/)]));
    } finally {
      await db.end();
      await target.close();
      await server.close();
      await other.drop();
    }
  });

  it('does not touch what is there unless told to, and then moves it aside', async () => {
    const file = await backUp('again.balcao');
    const first = await restore(file, 'twice');
    await first.end();
    await expect(restore(file, 'twice')).rejects.toThrow(/not empty \(.*postgres.*events\.db/);
    const second = await restore(file, 'twice', { force: true });
    await second.end();
    const [aside = ''] = second.result.aside;
    expect(readdirSync(aside)).toEqual(expect.arrayContaining(['events.db', 'media', 'secrets.json']));
    const old = await startEmbeddedPostgres({ dataDir: aside });
    const db = new pg.Client(old.url);
    try {
      await db.connect();
      const count = 'select count(*) from connector.outbox';
      expect(await column(db, count)).toEqual(await column(pool, count));
    } finally {
      await db.end();
      await old.stop();
    }
  });

  it('restores nothing from a damaged file', async () => {
    const file = await backUp('damaged.balcao');
    const content = readFileSync(file);
    content.fill(1, content.length - 2_000, content.length - 1_990);
    writeFileSync(file, content);
    await expect(restore(file, 'damaged')).rejects.toThrow(/is damaged at entry \S+: .*Nothing was restored/);
    expect(readdirSync(join(folder, 'damaged'))).toEqual([]);
  });
});
