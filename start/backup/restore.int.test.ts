import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from '#eventstore/connection.ts';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { runnerLock } from '#projections/runner.ts';
import { startEmbeddedPostgres } from '../postgres/postgres.ts';
import { createTestDatabase } from '../postgres/testing.ts';
import { silent } from './progress.ts';
import { restoreBackup } from './restore-backup.ts';
import { makeSchemas } from './restore-database.ts';
import { column, type Origin, openOrigin, recordsOf } from './testing/origin.ts';

const never = new AbortController().signal;

describe('a restore', () => {
  let origin: Origin;
  beforeAll(async () => {
    origin = await openOrigin();
    for (let n = 0; n < 20; n += 1) await origin.write();
  });
  afterAll(() => origin?.end());

  it('brings read models along when asked to', async () => {
    await origin.pool.query(
      "update projection.checkpoint set position = 128, event_position = 128, head = 128 where name = 'access'",
    );
    await origin.pool.query(
      `insert into projection.parked
         (name, scope, stream, company_id, revision, position, event_id, event_type, reason)
       values ('access', 'stream', 'user-a.b', gen_random_uuid(), 1, 128, gen_random_uuid(), 'UserChanged', '')`,
    );
    const without = await origin.restore(await origin.backUp('lean.balcao'), 'lean');
    await without.end();
    expect(without.result.readModels).toEqual([]);
    const withThem = await origin.restore(await origin.backUp('full.balcao', {}, true), 'full');
    try {
      expect(withThem.result.readModels).toEqual(['access', 'audit', 'dashboard', 'inbox']);
      expect(
        await column(withThem.db, "select position from projection.checkpoint where name = 'access'"),
      ).toEqual(['128']);
      expect(
        await column(withThem.db, "select event_position from projection.checkpoint where name = 'access'"),
      ).toEqual(['128']);
      expect(await column(withThem.db, 'select stream from projection.parked')).toEqual(['user-a.b']);
    } finally {
      await withThem.end();
    }
  });

  it('goes into another kind of server with every remembered position at the same event', async () => {
    await origin.follow();
    await origin.write();
    const file = await origin.backUp('moved.balcao');
    const server = await startEmbeddedNode({ file: join(origin.folder, 'server.db') });
    const target = openConnection(server.url);
    const other = await createTestDatabase();
    const db = new pg.Client(other.url);
    try {
      await target.call(client => client.setStreamMetadata('$of-the-server', { maxCount: 3 }));
      const dataDir = join(origin.folder, 'moved');
      mkdirSync(dataDir);
      const config = {
        ...{ dataDir, eventstoreFile: join(dataDir, 'events.db') },
        ...{ databaseUrl: other.url, eventstoreUrl: server.url },
      };
      const options = { file, config, force: false, progress: silent, signal: never };
      await restoreBackup(options);
      await db.connect();
      const [here, there] = [await recordsOf(origin.log), await recordsOf(target)];
      expect(there.map(record => record.id)).toEqual(here.map(record => record.id));
      expect(there[0]?.position).not.toBe(here[0]?.position);
      const [was] = await column(origin.pool, 'select position from connector.checkpoint');
      const [is] = await column(db, 'select position from connector.checkpoint');
      const eventsBefore = (records: typeof here, at: unknown) =>
        records.filter(({ position }) => position <= Number(at)).length;
      expect(eventsBefore(there, is)).toBe(eventsBefore(here, was));
      const order = 'select message_id from connector.outbox order by position';
      expect(await column(db, order)).toEqual(await column(origin.pool, order));
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
    const file = await origin.backUp('again.balcao');
    const first = await origin.restore(file, 'twice');
    await first.end();
    await expect(origin.restore(file, 'twice')).rejects.toThrow(/not empty \(.*postgres.*events\.db/);
    const second = await origin.restore(file, 'twice', { force: true });
    await second.end();
    const [aside = ''] = second.result.aside;
    expect(readdirSync(aside)).toEqual(expect.arrayContaining(['events.db', 'media', 'secrets.json']));
    const old = await startEmbeddedPostgres({ dataDir: aside });
    const db = new pg.Client(old.url);
    try {
      await db.connect();
      const count = 'select count(*) from connector.outbox';
      expect(await column(db, count)).toEqual(await column(origin.pool, count));
    } finally {
      await db.end();
      await old.stop();
    }
  });

  describe('into a database that is in use', () => {
    const schemasOf = (db: pg.Client) =>
      column(db, "select nspname from pg_namespace where nspname !~ '^pg_' order by 1");
    const given = async () => {
      const file = await origin.backUp(`used-${randomUUID()}.balcao`);
      const server = await startEmbeddedNode({ file: join(origin.folder, `${randomUUID()}.db`) });
      const other = await createTestDatabase();
      const dataDir = join(origin.folder, randomUUID());
      mkdirSync(dataDir);
      const config = {
        ...{ dataDir, eventstoreFile: join(dataDir, 'events.db') },
        ...{ databaseUrl: other.url, eventstoreUrl: server.url },
      };
      await makeSchemas(other.url);
      const db = new pg.Client(other.url);
      await db.connect();
      await db.query(
        "insert into secrets.credential select gen_random_uuid(), gen_random_uuid(), 'of before'",
      );
      const end = async () => {
        await db.end();
        await server.close();
        await other.drop();
      };
      const forced = { file, config, force: true, progress: silent, signal: never };
      return { server, db, end, forced, before: await schemasOf(db) };
    };

    it('is refused while a service works on it', async () => {
      const { db, end, forced, before } = await given();
      try {
        await db.query('select pg_advisory_lock(hashtextextended($1, 0))', [runnerLock('inbox')]);
        await expect(restoreBackup(forced)).rejects.toThrow(
          'Balcão still runs on the database of DATABASE_URL',
        );
        expect(await schemasOf(db)).toEqual(before);
      } finally {
        await end();
      }
    });

    it('leaves it as it was when the event store refuses the log', async () => {
      const { server, db, end, forced, before } = await given();
      const target = openConnection(server.url);
      try {
        const foreign = jsonEvent({ type: 'Noted', data: {} });
        await target.call(client =>
          client.appendToStream(`message-${randomUUID()}.${randomUUID()}`, [foreign]),
        );
        await expect(restoreBackup(forced)).rejects.toThrow('The target holds another log');
        expect(await schemasOf(db)).toEqual(before);
        expect(await column(db, 'select * from secrets.credential')).toHaveLength(1);
      } finally {
        await target.close();
        await end();
      }
    });
  });

  it('restores nothing from a damaged file', async () => {
    const file = await origin.backUp('damaged.balcao');
    const content = readFileSync(file);
    content.fill(1, content.length - 2_000, content.length - 1_990);
    writeFileSync(file, content);
    await expect(origin.restore(file, 'damaged')).rejects.toThrow(
      /is damaged at entry \S+: .*Nothing was restored/,
    );
    expect(readdirSync(join(origin.folder, 'damaged'))).toEqual([]);
  });
});
