import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import { everyEvent } from '#eventstore/testing/every-event.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { migrateConnector } from '../migrate.ts';
import { foldBatch } from './fold-batch.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let tables: readonly string[];
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
  await migrateConnector(pool);
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'connector' and table_type = 'BASE TABLE' order by 1`,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const yes = async () => true;
const no = async () => false;
const keys = memoryPersonKeys();
const following = { provider: 'beta', isOthers: no, isTicketOf: yes, keys } as const;

/** All rows. */
const known = async (): Promise<readonly string[]> => {
  const rows = tables.map(name => `select '${name} ' || to_jsonb(t)::text as row from connector.${name} t`);
  const text = `${rows.join(' union all ')} order by 1`;
  return (await pool.query<{ row: string }>(text)).rows.map(({ row }) => row);
};

/** What was asked for is done or failed, and what was queued is sent, by the time the event comes again. */
const work = async (): Promise<void> => {
  await pool.query(`update connector.session set ask = null, status = 'CONNECTED' where ask is not null`);
  await pool.query(`update connector.outbox set state = 'sent' where state = 'queued'`);
  await pool.query(`update connector.media_download set state = 'failed', error = 'expired'`);
};

// A position that an earlier version has kept may be in front of its event: then that event comes again.
it.each([1, 2, 3])(
  'what was written down last changes nothing when it comes again, seed %i',
  async seed => {
    await pool.query(`truncate ${tables.map(name => `connector.${name}`).join(', ')} cascade`);
    const types = new Set<string>();
    let before = await known();
    for (const event of everyEvent(seed, 4)) {
      await keys.forWriting(event.companyId, [event.companyId]);
      const fold = () => inTransaction(pool, client => foldBatch(client, following, [event]));
      await fold();
      await work();
      const after = await known();
      if (after.join() !== before.join()) types.add(event.type);
      await fold();
      before = await known();
      expect({ type: event.type, known: before }).toEqual({ type: event.type, known: after });
    }
    expect([...types]).toEqual(
      expect.arrayContaining(['ConnectionCreated', 'ContactCreated', 'MessageReceived', 'MessageQueued']),
    );
  },
  60_000,
);
