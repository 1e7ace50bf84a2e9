import type { Pool, PoolClient } from 'pg';
import { mayBeTried } from '#eventstore/parking/set-aside.ts';
import { type ImportJob, type ImportStatus, jobColumns } from './import-rows.ts';
import { importsWorker } from './names.ts';

/** Which import's turn it is, and its end. */

export const statusOf = async (pool: Pool, importId: string): Promise<ImportStatus | undefined> => {
  const text = 'select status from contact_import.job where id = $1';
  return (await pool.query<{ status: ImportStatus }>(text, [importId])).rows[0]?.status;
};

/** An import of any company that is to be worked on, and was not set aside: the oldest. */
export const importToWorkOn = async (
  client: PoolClient,
  butIds: readonly string[],
): Promise<string | undefined> =>
  (
    await client.query<{ id: string }>(
      `select id from contact_import.job
       where status in ('running', 'undoing') and not id = any($1::uuid[])
         and ${mayBeTried(`'${importsWorker}'`, 'id::text')} order by created_at limit 1`,
      [butIds],
    )
  ).rows[0]?.id;

/** An import as it stands; undefined when there is nothing to do about it any more. */
export const importAtWork = async (client: PoolClient, id: string): Promise<ImportJob | undefined> =>
  (
    await client.query<ImportJob>(
      `select ${jobColumns} from contact_import.job where id = $1 and status in ('running', 'undoing')`,
      [id],
    )
  ).rows[0];

/**
 * It has come to its end: the rows that became contacts are forgotten, those that did not are kept for a while. One
 * whose undo was asked for meanwhile goes on with that.
 */
export const endImport = async (
  pool: Pool,
  importId: string,
  status: Extract<ImportStatus, 'finished' | 'cancelled' | 'undone'>,
): Promise<void> => {
  await pool.query(
    `update contact_import.line set cells = null
     where import_id = $1 and cells is not null and outcome in ('new', 'updated', 'ignored')`,
    [importId],
  );
  const before = status === 'undone' ? ['undoing'] : ['running', 'cancelled'];
  await pool.query(
    'update contact_import.job set status = $2, ended_at = now() where id = $1 and status = any($3)',
    [importId, status, before],
  );
};
