import type { Pool } from 'pg';
import type { ImportCounts, ImportSource } from '#domain/contact-import/events.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { ImportMapping } from './read-row.ts';

/** Rows of imports and how they stand. What an import is stands in the log; these are its materials and its ledger. */

export type ImportSettings = {
  readonly mapping: ImportMapping;
  /** Whether contacts that are there get what the rows say. */
  readonly updates: boolean;
  readonly connectionId: string | null;
};
export type ImportStatus = 'draft' | 'running' | 'finished' | 'cancelled' | 'undoing' | 'undone';
export type ImportJob = {
  readonly id: string;
  readonly companyId: string;
  readonly userId: string | null;
  readonly source: ImportSource;
  readonly fileName: string;
  readonly headings: readonly string[];
  readonly settings: ImportSettings | null;
  readonly mayRename: boolean;
  readonly status: ImportStatus;
  readonly rows: number;
  /** ISO. */
  readonly createdAt: string;
  readonly endedAt: string | null;
};
export type Draft = Pick<ImportJob, 'id' | 'companyId' | 'userId' | 'source' | 'fileName' | 'headings'> & {
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** Lines that are no rows. */
  readonly broken: readonly number[];
};

/** An instant as ISO text, whatever the connection makes of instants. */
const iso = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** As a statement selects an import. */
export const jobColumns = `id, company_id as "companyId", user_id as "userId", source, file_name as "fileName", headings,
  settings, may_rename as "mayRename", status, rows, ${iso('created_at')} as "createdAt",
  ${iso('ended_at')} as "endedAt"`;

/** Keeps the rows of a file until it is said what is to become of them. The same id again changes nothing. */
export const keepDraft = (pool: Pool, draft: Draft): Promise<void> =>
  inTransaction(pool, async client => {
    const { id, companyId, userId, source, fileName, headings, lines, broken } = draft;
    const values = [id, companyId, userId, source, fileName, JSON.stringify(headings)];
    const { rowCount } = await client.query(
      `insert into contact_import.job (id, company_id, user_id, source, file_name, headings, rows)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [...values, lines.length + broken.length],
    );
    if (rowCount === 0) return;
    const texts = lines.map(({ cells }) => JSON.stringify(cells).replaceAll('\\u0000', ''));
    await client.query(
      `insert into contact_import.line (import_id, line, cells)
       select $1, r.line, r.cells from unnest($2::int[], $3::jsonb[]) as r(line, cells) on conflict do nothing`,
      [id, lines.map(({ line }) => line), texts],
    );
    await client.query(
      `insert into contact_import.line (import_id, line, cells, outcome, reason)
       select $1, r.line, '[]', 'invalid', 'broken-line' from unnest($2::int[]) as r(line) on conflict do nothing`,
      [id, broken],
    );
    await client.query(
      `update contact_import.job set rows = (select count(*) from contact_import.line where import_id = $1) where id = $1`,
      [id],
    );
  });

/** What is to become of a draft's rows. Answers whether it was one still. */
export const settleDraft = async (
  pool: Pool,
  { id, companyId }: Pick<ImportJob, 'id' | 'companyId'>,
  { settings, mayRename }: { readonly settings: ImportSettings; readonly mayRename: boolean },
): Promise<boolean> => {
  const text = `update contact_import.job set settings = $3, may_rename = $4
    where id = $1 and company_id = $2 and status = 'draft'`;
  return (await pool.query(text, [id, companyId, JSON.stringify(settings), mayRename])).rowCount === 1;
};

export const importJob = async (pool: Pool, companyId: string, id: string): Promise<ImportJob | undefined> =>
  (
    await pool.query<ImportJob>(
      `select ${jobColumns} from contact_import.job where company_id = $1 and id = $2`,
      [companyId, id],
    )
  ).rows[0];

/** The newest imports that were started. */
export const importJobs = async (pool: Pool, companyId: string): Promise<readonly ImportJob[]> =>
  (
    await pool.query<ImportJob>(
      `select ${jobColumns} from contact_import.job
       where company_id = $1 and status <> 'draft' order by created_at desc limit 20`,
      [companyId],
    )
  ).rows;

/** How the columns of a file with these headings were last imported. */
export const lastMapping = async (
  pool: Pool,
  companyId: string,
  headings: readonly string[],
): Promise<ImportMapping | undefined> => {
  const { rows } = await pool.query<{ mapping: ImportMapping }>(
    `select settings->'mapping' as mapping from contact_import.job
     where company_id = $1 and source = 'file' and status <> 'draft' and headings = $2::jsonb
     order by created_at desc limit 1`,
    [companyId, JSON.stringify(headings)],
  );
  return rows[0]?.mapping;
};

/** What became of the rows so far. */
export const countsOf = async (pool: Pool, importId: string): Promise<ImportCounts> => {
  const { rows } = await pool.query<{ outcome: keyof ImportCounts; count: number }>(
    `select outcome, count(*)::int as count from contact_import.line
     where import_id = $1 and outcome is not null group by outcome`,
    [importId],
  );
  const counts = { new: 0, updated: 0, duplicate: 0, invalid: 0, ignored: 0 };
  for (const { outcome, count } of rows) counts[outcome] = count;
  return counts;
};

/** The reason of a row that was imported with a shorter name than it has. */
export const nameCut = 'name-cut';

/** How many names were cut. */
export const shortenedCount = async (pool: Pool, importId: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from contact_import.line where import_id = $1 and reason = $2',
    [importId, nameCut],
  );
  return rows[0]?.count ?? 0;
};

export type UndoCounts = { readonly removed: number; readonly restored: number; readonly kept: number };
export const undoCountsOf = async (pool: Pool, importId: string): Promise<UndoCounts> => {
  const { rows } = await pool.query<{ undo: keyof UndoCounts | 'gone'; count: number }>(
    `select case when undo like 'kept-%' then 'kept' else undo end as undo, count(*)::int as count
     from contact_import.line where import_id = $1 and undo is not null group by 1`,
    [importId],
  );
  const counts = { removed: 0, restored: 0, kept: 0, gone: 0 };
  for (const { undo, count } of rows) counts[undo] = count;
  return { removed: counts.removed, restored: counts.restored, kept: counts.kept };
};

export type ImportLine = {
  readonly line: number;
  readonly cells: readonly string[] | null;
  readonly outcome: keyof ImportCounts | null;
  readonly reason: string | null;
  readonly contactId: string | null;
  readonly written: boolean;
  readonly undo: string | null;
};
const lineColumns = 'line, cells, outcome, reason, contact_id as "contactId", written, undo';

export const linesOf = async (pool: Pool, importId: string): Promise<readonly ImportLine[]> =>
  (
    await pool.query<ImportLine>(
      `select ${lineColumns} from contact_import.line where import_id = $1 order by line`,
      [importId],
    )
  ).rows;

/** Rows that became no contact, for who mends them. */
export const rejectedLines = async (
  pool: Pool,
  importId: string,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<readonly ImportLine[]> =>
  (
    await pool.query<ImportLine>(
      `select ${lineColumns} from contact_import.line
       where import_id = $1 and outcome in ('invalid', 'duplicate') and line > $2 order by line limit $3`,
      [importId, after, most],
    )
  ).rows;

/** Contacts that an undo has kept, and why: `kept-edited`, `kept-written`, `kept-failed`. */
export const keptLines = async (pool: Pool, importId: string): Promise<readonly ImportLine[]> =>
  (
    await pool.query<ImportLine>(
      `select ${lineColumns} from contact_import.line
       where import_id = $1 and undo like 'kept-%' order by line limit 1000`,
      [importId],
    )
  ).rows;

export type LineResult = Pick<ImportLine, 'line' | 'outcome' | 'reason' | 'contactId'>;

export const noteResults = async (
  pool: Pool,
  importId: string,
  results: readonly LineResult[],
): Promise<void> => {
  await pool.query(
    `update contact_import.line l set outcome = r.outcome, reason = r.reason, contact_id = r.contact_id
     from unnest($2::int[], $3::text[], $4::text[], $5::uuid[]) as r(line, outcome, reason, contact_id)
     where l.import_id = $1 and l.line = r.line`,
    [
      importId,
      results.map(({ line }) => line),
      results.map(({ outcome }) => outcome),
      results.map(({ reason }) => reason),
      results.map(({ contactId }) => contactId),
    ],
  );
};

export const noteUndone = async (
  pool: Pool,
  importId: string,
  results: readonly { readonly line: number; readonly undo: string }[],
): Promise<void> => {
  await pool.query(
    `update contact_import.line l set undo = r.undo
     from unnest($2::int[], $3::text[]) as r(line, undo) where l.import_id = $1 and l.line = r.line`,
    [importId, results.map(({ line }) => line), results.map(({ undo }) => undo)],
  );
};
