import type { Pool } from 'pg';
import { z } from 'zod';
import { type HistoryReport, historyReportSchema } from '#domain/integrity/report.ts';
import { mayBeTried } from '#eventstore/parking/set-aside.ts';
import { integrityFollowers } from './names.ts';
import { treesOf } from './tree-rows.ts';
import type { Point, Verified } from './verify-history.ts';

/** A run over a company's whole log: asked for, under way, or ended with what it found. */
export type Run = {
  readonly requestedAt: string;
  readonly endedAt: string | null;
  readonly checked: number;
  /** When one over the whole log ended last; what came since then was looked at by those over what is new. */
  readonly wholeAt: string | null;
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
  readonly whole_at: Date | string | null;
  readonly result: unknown;
};

const runOf = (row: Row): Run => ({
  requestedAt: text(row.requested_at),
  endedAt: row.ended_at === null ? null : text(row.ended_at),
  checked: row.checked,
  wholeAt: row.whole_at === null ? null : text(row.whole_at),
  report: row.result === null ? null : historyReportSchema.parse(row.result),
});

export const historyState = async (pool: Pool, companyId: string): Promise<HistoryState> => {
  const [trees, { rows }] = await Promise.all([
    treesOf(pool, [companyId]),
    pool.query<Row>(
      `select requested_at, ended_at, checked::float8 as checked, whole_at, result
         from integrity.run where company_id = $1`,
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

/** Asks for a run over the company's whole log; one that waits or is under way goes on instead. */
export const requestRun = async (pool: Pool, companyId: string): Promise<void> => {
  await pool.query(
    `insert into integrity.run as there (company_id) values ($1)
     on conflict (company_id) do update set requested_at = now(), scope = 'whole', checked = 0, ended_at = null
     where there.ended_at is not null or there.scope <> 'whole'`,
    [companyId],
  );
};

/** Asks of every company for a run over what is new. */
export const requestRunsOfNews = async (pool: Pool): Promise<void> => {
  await pool.query(
    `insert into integrity.run as there (company_id, scope) select company_id, 'new' from integrity.tree
     on conflict (company_id) do update set requested_at = now(), scope = 'new', checked = 0, ended_at = null
     where there.ended_at is not null`,
  );
};

/** Asks of every company whose whole history was not verified since then for a run over all of it. */
export const requestNightlyRuns = async (pool: Pool, night: Date): Promise<void> => {
  await pool.query(
    `insert into integrity.run as there (company_id)
     select t.company_id from integrity.tree t left join integrity.run r using (company_id)
      where r.company_id is null
         or (coalesce(r.whole_at < $1, true) and (r.ended_at is not null or r.scope <> 'whole'))
     on conflict (company_id) do update set requested_at = now(), scope = 'whole', checked = 0, ended_at = null`,
    [night],
  );
};

export type WaitingRun = {
  readonly companyId: string;
  readonly scope: 'whole' | 'new';
  /** Of a run over what is new: where it begins. */
  readonly since: Point | undefined;
};

type WaitingRow = Pick<WaitingRun, 'companyId' | 'scope'> & {
  readonly point: unknown;
  readonly position: number | null;
};

/** Whose run has waited for the longest time, of those that the worker has not set aside. */
export const nextRun = async (
  pool: Pool,
  worker: string = integrityFollowers.runs,
): Promise<WaitingRun | undefined> => {
  const { rows } = await pool.query<WaitingRow>(
    `select company_id as "companyId", scope, point, point_position::float8 as position from integrity.run
      where ended_at is null and ${mayBeTried('$1', 'company_id::text')} order by requested_at limit 1`,
    [worker],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { companyId, scope, point, position } = row;
  const goesOn = scope === 'new' && point !== null && position !== null;
  return { companyId, scope, since: goesOn ? pointIn(point, position) : undefined };
};

export const noteChecked = async (pool: Pool, companyId: string, checked: number): Promise<void> => {
  await pool.query('update integrity.run set checked = $2 where company_id = $1', [companyId, checked]);
};

/** Keeps what a run has found; nothing of one over what is new when one over everything is wanted meanwhile. */
export const endRun = async (
  pool: Pool,
  { companyId, scope, since }: WaitingRun,
  { report, point }: Verified,
): Promise<void> => {
  const isWhole = since === undefined;
  const { fault } = report;
  const found = fault && [fault.kind, fault.sequence, fault.eventId];
  await pool.query(ending, [
    ...[companyId, scope, JSON.stringify(report), report.size, point && pointText(point), isWhole],
    found && JSON.stringify(found),
    point?.position ?? null,
  ]);
};

/** What was found before stays found since then. */
const ending = `
  update integrity.run r set ended_at = now(), checked = $4, result = $3, point = $5::jsonb, point_position = $8,
    whole_at = case when $6 then now() else r.whole_at end,
    found_at = case when $7::jsonb is null then null when $7::jsonb = known.fault then r.found_at else now() end,
    found_position = case when $7::jsonb is null then null when $7::jsonb = known.fault then r.found_position
      else (select position from integrity.progress) end
  from (
    select company_id, case when found_at is not null then jsonb_build_array(result->'fault'->'kind',
      result->'fault'->'sequence', result->'fault'->'eventId') end as fault
    from integrity.run where company_id = $1) as known
  where r.company_id = $1 and known.company_id = r.company_id and r.scope = $2`;

/** A copy of the log has other positions: they stand in columns of their own. */
const pointText = ({ frontier, position: _, ...rest }: Point): string =>
  JSON.stringify({
    ...{ ...rest, size: frontier.size },
    roots: frontier.roots.map(root => Buffer.from(root).toString('hex')),
  });

const proven = z.object({ sequence: z.number(), at: z.string() }).nullable();
const storedPoint = z.object({
  ...{ outside: proven, signed: proven, lastAt: z.string().nullable() },
  ...{ size: z.number(), roots: z.array(z.string()) },
});
const pointIn = (stored: unknown, position: number): Point => {
  const { size, roots, ...rest } = storedPoint.parse(stored);
  return { ...rest, position, frontier: { size, roots: roots.map(root => Buffer.from(root, 'hex')) } };
};
