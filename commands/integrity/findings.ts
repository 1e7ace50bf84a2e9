import type { Pool } from 'pg';
import { type HistoryFault, historyReportSchema } from '#domain/integrity/report.ts';
import { deriveId } from '#eventstore/event-id.ts';

/** What is wrong with a company's history, as the last run over it has found. */
export type Finding = {
  /** The same as long as it is the same finding. */
  readonly id: string;
  readonly companyId: string;
  readonly fault: HistoryFault;
  readonly foundAt: string;
  /** How far the log was followed then. */
  readonly position: number;
};

type Row = {
  readonly companyId: string;
  readonly result: unknown;
  readonly foundAt: Date | string;
  readonly position: number;
};

const findings = `select company_id as "companyId", result, found_at as "foundAt",
    coalesce(found_position, 0)::float8 as position
  from integrity.run where found_at is not null`;

const findingsOf = (rows: readonly Row[]): Finding[] =>
  rows.flatMap(({ companyId, result, foundAt, position }) => {
    const { fault } = historyReportSchema.parse(result);
    const at = new Date(foundAt).toISOString();
    return fault ? [{ id: deriveId('finding', companyId, at), companyId, fault, foundAt: at, position }] : [];
  });

/** What is wrong with the history of one company, or of none that there is. */
export const findingOf = async (pool: Pool, companyId: string): Promise<Finding | undefined> =>
  findingsOf((await pool.query<Row>(`${findings} and company_id = $1`, [companyId])).rows)[0];

export type HistoryHealth = {
  readonly findings: readonly Finding[];
  /** When the company whose whole history was verified the longest ago was; null where one never was. */
  readonly oldestWholeAt: string | null;
};

/** What is wrong with the history of any company, and how old what is known of it is. */
export const historyHealth = async (pool: Pool): Promise<HistoryHealth> => {
  const [found, { rows }] = await Promise.all([
    pool.query<Row>(`${findings} order by found_at`),
    pool.query<{ oldest: Date | string | null; all: boolean }>(
      `select min(r.whole_at) as oldest, coalesce(bool_and(r.whole_at is not null), true) as all
         from integrity.tree t left join integrity.run r using (company_id)`,
    ),
  ]);
  const { oldest = null, all = true } = rows[0] ?? {};
  const oldestWholeAt = all && oldest !== null ? new Date(oldest).toISOString() : null;
  return { findings: findingsOf(found.rows), oldestWholeAt };
};
