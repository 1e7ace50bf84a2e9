import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { openEventStore } from '#eventstore/client.ts';
import { type Connection, openConnection } from '#eventstore/connection.ts';
import { createLogFile } from '#eventstore/copy/log-file.ts';
import { endOfLog, readLog } from '#eventstore/copy/read-log.ts';
import type { LogRecord } from '#eventstore/copy/record.ts';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { openStoredEvents } from '#eventstore/integrity/stored-events.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { openCheckpointFiles } from '../checkpoint-files.ts';
import { historyParking, takeBatch } from '../follow-history.ts';
import { migrateIntegrity } from '../migrate.ts';
import { type VerifyingParts, verifyCompany } from '../run-verifications.ts';
import { signDue } from '../sign-checkpoints.ts';
import { lockProgress } from '../tree-rows.ts';
import type { Point } from '../verify-history.ts';
import { companyId, keyOf } from './histories.ts';

const never = new AbortController().signal;
const key = keyOf(1);

export const recordsOf = async (connection: Connection): Promise<LogRecord[]> =>
  (await Array.fromAsync(readLog(connection, await endOfLog(connection)))).flat();

/** A log on an embedded node, the tables of the integrity beside it, and a folder for checkpoints outside of both. */
export const openArchive = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'integrity-'));
  const file = join(folder, 'events.db');
  const node = await startEmbeddedNode({ file });
  const keys = memoryPersonKeys();
  const store = openEventStore({ connectionString: node.url, keys });
  const stored = openStoredEvents({ connectionString: node.url });
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  await migrateIntegrity(pool);
  const files = openCheckpointFiles(join(folder, 'checkpoints'));
  const log = pino({ level: 'silent' });
  const parking = historyParking(log);

  /** Follows the log as the service does; to its end, or for so many batches. */
  const follow = async (batches = Number.POSITIVE_INFINITY, maxBatch = 20): Promise<void> => {
    const head = await store.head();
    const done = new AbortController();
    let from = await lockProgress(pool);
    let taken = 0;
    for await (const batch of stored.subscribe({ after: from || undefined, maxBatch, signal: done.signal })) {
      if (!(await takeBatch({ pool, files, parking }, batch, from))) break;
      from = Math.max(from, batch.position);
      taken += 1;
      if (from >= head || taken >= batches) break;
    }
    done.abort();
  };

  const sign = (events = 1) => signDue({ pool, store, key, log, pace: { events, minutes: 60 } });

  const parts: VerifyingParts = { pool, stored, files, publicKey: key.publicKey, signal: never };
  const verify = async (from = stored, of = companyId) =>
    (await verifyCompany({ ...parts, stored: from }, { companyId: of })).report;

  /** Verifies a log that somebody has written again, with checksums, positions and revisions that fit. */
  const verifyForged = async (forge: (records: LogRecord[]) => LogRecord[], since?: Point) => {
    const place = mkdtempSync(join(folder, 'forged-'));
    const connection = openConnection(node.url);
    const forged = createLogFile(join(place, 'events.db'), { keepPositions: false });
    for (const record of renumbered(forge(await recordsOf(connection)))) forged.add(record);
    forged.close();
    const liar = await startEmbeddedNode({ file: join(place, 'events.db') });
    const lies = openStoredEvents({ connectionString: liar.url });
    try {
      return await verifyCompany({ ...parts, stored: lies }, { companyId, since });
    } finally {
      await Promise.all([lies.close(), connection.close()]);
      await liar.close();
    }
  };

  const end = async () => {
    await Promise.all([store.close(), stored.close()]);
    await node.close();
    await pool.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  const databaseUrl = database.url;
  return {
    folder,
    file,
    node,
    databaseUrl,
    keys,
    store,
    stored,
    pool,
    files,
    parts,
    follow,
    sign,
    verify,
    verifyForged,
    end,
  };
};
export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** Revisions without gaps, as a store has them. */
const renumbered = (records: readonly LogRecord[]): LogRecord[] => {
  const next = new Map<string, number>();
  return records.map(record => {
    const revision = next.get(record.stream) ?? 0;
    next.set(record.stream, revision + 1);
    return { ...record, revision };
  });
};
