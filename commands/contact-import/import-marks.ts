import type { Pool, PoolClient } from 'pg';
import type { ImportStatus } from './import-rows.ts';

/** What the log says of imports, in its order; `client` is in the transaction of who follows it. */
export const markImport = async (client: PoolClient, importId: string, to: ImportStatus): Promise<void> => {
  const from = { running: ['draft'], cancelled: ['running'], undoing: ['finished', 'cancelled'] };
  const before = Object.entries(from).find(([status]) => status === to)?.[1] ?? [];
  await client.query(
    `update contact_import.job set status = $2, ended_at = case when $2 = 'cancelled' then now() end
     where id = $1 and status = any($3)`,
    [importId, to, before],
  );
};

/** Contacts who wrote, or were written to: an undo keeps them. */
export const markWritten = async (client: PoolClient, contactIds: readonly string[]): Promise<void> => {
  await client.query(
    'update contact_import.line set written = true where contact_id = any($1::uuid[]) and not written',
    [contactIds],
  );
};

/** Of who was erased no row says anything any more: neither their own nor those that repeat it. */
export const forgetPersons = async (
  client: Pick<PoolClient, 'query'>,
  contactIds: readonly string[],
): Promise<void> => {
  await client.query(
    `update contact_import.line d set cells = null from contact_import.line l
     where l.contact_id = any($1::uuid[]) and d.import_id = l.import_id
       and (d.line = l.line or (d.outcome = 'duplicate' and d.reason = l.line::text))`,
    [contactIds],
  );
};

/** Forgets what nobody asks for any more: drafts after a day, rejected rows after a week, lines after a month. */
export const sweepImports = async (pool: Pool): Promise<void> => {
  const old = (days: number) => `now() - interval '${days} days'`;
  await pool.query(`delete from contact_import.job where status = 'draft' and created_at < ${old(1)}`);
  await pool.query(
    `update contact_import.line l set cells = null from contact_import.job j
     where j.id = l.import_id and j.ended_at < ${old(7)} and l.cells is not null`,
  );
  await pool.query(
    `delete from contact_import.line l using contact_import.job j
     where j.id = l.import_id and j.ended_at < ${old(30)}`,
  );
};
