import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import pg from 'pg';
import { type Connection, openConnection } from '#eventstore/connection.ts';
import { endOfLog, readLog } from '#eventstore/copy/read-log.ts';
import type { LogRecord } from '#eventstore/copy/record.ts';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { startEmbeddedPostgres } from '../../postgres/postgres.ts';
import { createTestDatabase } from '../../postgres/testing.ts';
import { silent } from '../progress.ts';
import { restoreBackup } from '../restore-backup.ts';
import { makeSchemas } from '../restore-database.ts';
import { type BackupSteps, writeBackup } from '../write-backup.ts';

const never = new AbortController().signal;

export const recordsOf = async (connection: Connection): Promise<LogRecord[]> =>
  (await Array.fromAsync(readLog(connection, await endOfLog(connection)))).flat();

/** The first column of what a query answers, as texts. */
export const column = async (db: pg.Client | pg.Pool, sql: string): Promise<string[]> =>
  (await db.query({ text: sql, rowMode: 'array' })).rows.map(([value]) => String(value));

/** Stores with something to back up, without the services, and places to restore it to. */
export const openOrigin = async () => {
  const company = randomUUID();
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  // So that a Postgres which root started can reach it.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'origin');
  mkdirSync(join(dataDir, 'media', company), { recursive: true });
  writeFileSync(join(dataDir, 'secrets.json'), '{"waKey":"secret"}\n', { mode: 0o600 });
  writeFileSync(join(dataDir, 'media', company, 'picture'), Buffer.alloc(300_000, 7));
  const node = await startEmbeddedNode({ file: join(dataDir, 'events.db') });
  const log = openConnection(node.url);
  const database = await createTestDatabase();
  await makeSchemas(database.url);
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  await pool.query("insert into connector.checkpoint values ('log:beta', 0)");

  const backUp = async (name: string, steps: BackupSteps = {}, withReadModels = false): Promise<string> => {
    const file = join(folder, name);
    const stores = { dataDir, databaseUrl: database.url, eventstoreUrl: node.url };
    const options = { file, ...stores, product: '0.1.0', withReadModels, progress: silent, signal: never };
    await writeBackup(options, steps);
    return file;
  };

  /** As the services do it: first a key, then the event under it, then what is remembered of the event. */
  const write = async (id: string = randomUUID()): Promise<string> => {
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
  const follow = async (): Promise<void> => {
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
          `insert into connector.outbox (id, message_id, connection_id, company_id, contact_id, position, wa_id)
           values ($1, $1, $2, $2, $2, $3, $4)`,
          [stream.split('.')[1], company, position, stream],
        );
      }
      await client.query('update connector.checkpoint set position = $1, event_position = $1', [end]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };

  /** Restores into a data directory of its own and starts the stores there. */
  const restore = async (file: string, name: string, options = { force: false }) => {
    const place = join(folder, name);
    mkdirSync(place, { recursive: true });
    const eventstoreFile = join(place, 'events.db');
    const config = { dataDir: place, eventstoreFile, databaseUrl: undefined, eventstoreUrl: undefined };
    const result = await restoreBackup({ file, config, ...options, progress: silent, signal: never });
    const postgres = await startEmbeddedPostgres({ dataDir: place });
    const started = await startEmbeddedNode({ file: eventstoreFile });
    const connection = openConnection(started.url);
    const db = new pg.Client(postgres.url);
    await db.connect();
    const end = async () => {
      await db.end();
      await connection.close();
      await started.close();
      await postgres.stop();
    };
    return { dataDir: place, connection, db, end, result };
  };

  const end = async (): Promise<void> => {
    await pool.end();
    await log.close();
    await node.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { company, folder, log, pool, backUp, write, follow, restore, end };
};
export type Origin = Awaited<ReturnType<typeof openOrigin>>;
export type Copy = Awaited<ReturnType<Origin['restore']>>;
