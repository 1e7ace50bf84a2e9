import type { Pool } from 'pg';
import { type HistoryReport, historyReportSchema } from '#domain/integrity/report.ts';
import { mayBeTried } from '#eventstore/parking/set-aside.ts';
import { treesOf } from './tree-rows.ts';

/** A run over a company's whole log: asked for, under way, or ended with what it found. */
export type Run = {
  readonly requestedAt: string;
  readonly endedAt: string | null;
  readonly checked: number;
  readonly report: HistoryReport | null;
};

/** What is known of a company's history without reading it. */
export type HistoryState = {
  /** Events in the company's tree, and up to where the newest checkpoint signs them. */
  readonly events: number;
  readonly signedUpTo: number;
  readonly signedAt: string | null;
  readonly checkpoints: number;
  readonly run: Run | null;
};

const text = (at: Date | string): string => new Date(at).toISOString();

type Row = {
  readonly requested_at: Date | string;
  readonly ended_at: Date | string | null;
  readonly checked: number;
  readonly result: unknown;
};

const runOf = (row: Row): Run => ({
  requestedAt: text(row.requested_at),
  endedAt: row.ended_at === null ? null : text(row.ended_at),
  checked: row.checked,
  report: row.result === null ? null : historyReportSchema.parse(row.result),
});

export const historyState = async (pool: Pool, companyId: string): Promise<HistoryState> => {
  const [trees, { rows }] = await Promise.all([
    treesOf(pool, [companyId]),
    pool.query<Row>(
      `select requested_at, ended_at, checked::float8 as checked, result from integrity.run where company_id = $1`,
      [companyId],
    ),
  ]);
  const [tree] = trees;
  const [row] = rows;
  return {
    events: tree?.frontier.size ?? 0,
    signedUpTo: tree?.checkpointSize ?? 0,
    signedAt: tree?.checkpointAt ?? null,
    checkpoints: tree?.checkpoints ?? 0,
    run: row ? runOf(row) : null,
  };
};

/** Asks for a run over the company's log; one that waits or is under way goes on instead. */
export const requestRun = async (pool: Pool, companyId: string): Promise<void> => {
  await pool.query(
    `insert into integrity.run as there (company_id) values ($1)
     on conflict (company_id) do update set requested_at = now(), checked = 0, ended_at = null
     where there.ended_at is not null`,
    [companyId],
  );
};

/** Whose run has waited for the longest time, of those that the worker has not set aside. */
export const nextRun = async (pool: Pool, worker: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ company_id: string }>(
    `select company_id from integrity.run where ended_at is null and ${mayBeTried('$1', 'company_id::text')}
     order by requested_at limit 1`,
    [worker],
  );
  return rows[0]?.company_id;
};

export const noteChecked = async (pool: Pool, companyId: string, checked: number): Promise<void> => {
  await pool.query('update integrity.run set checked = $2 where company_id = $1', [companyId, checked]);
};

export const endRun = async (pool: Pool, companyId: string, report: HistoryReport): Promise<void> => {
  await pool.query(
    'update integrity.run set ended_at = now(), checked = $3, result = $2 where company_id = $1',
    [companyId, JSON.stringify(report), report.size],
  );
};
