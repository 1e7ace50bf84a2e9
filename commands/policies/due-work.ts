import type { Pool, PoolClient } from 'pg';
import { backOffMs } from '#domain/shared/back-off.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { pause } from '#eventstore/pause.ts';
import type { FollowDeps } from './follow-policy.ts';

/** Something to be done at a time, kept over restarts. One of a kind and key at most. */
export type Due = {
  readonly kind: string;
  /** What it is about: with the kind, the same work is the same row. */
  readonly key: string;
  readonly companyId: string;
  /** ISO 8601. */
  readonly at: string;
  /** What the work must know: nothing personal. */
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Does what is due. It may be done again after a crash: whatever it sends has an id made of the row. Throws when it
 * must be tried again later.
 */
export type DueHandler = (due: Due) => Promise<void>;

/** Notes it, in the caller's transaction; noted again under its kind and key, it is due at the new time. */
export const noteDue = async (client: Pick<PoolClient, 'query'>, due: Due): Promise<void> => {
  await client.query(
    `insert into policy.due_work (kind, key, company_id, due_at, data) values ($1, $2, $3, $4, $5)
     on conflict (kind, key) do update set due_at = excluded.due_at, data = excluded.data, failures = 0`,
    [due.kind, due.key, due.companyId, due.at, JSON.stringify(due.data)],
  );
};

/** Notes it, in the caller's transaction; noted already under its kind and key, it stays as it is. */
export const noteDueOnce = async (client: Pick<PoolClient, 'query'>, due: Due): Promise<void> => {
  await client.query(
    `insert into policy.due_work (kind, key, company_id, due_at, data) values ($1, $2, $3, $4, $5)
     on conflict (kind, key) do nothing`,
    [due.kind, due.key, due.companyId, due.at, JSON.stringify(due.data)],
  );
};

/** It is not to be done any more. Nothing happens where it is not noted. */
export const dropDue = async (
  client: Pick<PoolClient, 'query'>,
  kind: string,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length > 0)
    await client.query('delete from policy.due_work where kind = $1 and key = any($2::text[])', [kind, keys]);
};

type Deps = Pick<FollowDeps, 'log' | 'signal'> & {
  readonly pool: Pool;
  readonly handlers: Readonly<Record<string, DueHandler>>;
};

const everyMs = 250;
const atOnce = 50;
/** Side by side, where there is something to do: nobody waits for all who were there before. */
const beside = 4;
const again = { firstMs: 2_000, longestMs: 300_000 };

/**
 * Does what is due, some side by side, until the signal aborts. Several processes may do it at once: a row is locked
 * while it is worked on. One that fails is tried again, later each time, and holds up no other. How late a time that
 * has passed is makes no difference here: who may not be late looks at `at`.
 */
export const doDueWork = async (deps: Deps, report: FollowerReport): Promise<void> => {
  const { log, signal } = deps;
  while (!signal.aborted) {
    const done = await doSeveral(deps).catch(error => {
      if (!signal.aborted) {
        log.warn({ err: error }, 'due work could not be looked at');
        report.failed(error);
      }
      return undefined;
    });
    if (done !== undefined) report.succeeded();
    if (done === undefined) await pause(again.firstMs, signal);
    else if (done === 0) await pause(everyMs, signal);
  }
};

/** Looks for one first, so that it costs little where nothing is due. */
const doSeveral = async (deps: Deps): Promise<number> => {
  if ((await doNextDue(deps, 1)) === 0) return 0;
  const done = await Promise.all(Array.from({ length: beside }, () => doNextDue(deps)));
  return done.reduce((all, each) => all + each, 1);
};

/** Does up to so many that are due, one after the other; answers how many it has tried. */
export const doNextDue = async (
  deps: Omit<Deps, 'signal'> & { readonly signal?: AbortSignal },
  most = atOnce,
): Promise<number> => {
  for (let tried = 0; tried < most; tried += 1) {
    if (deps.signal?.aborted || !(await doOne(deps))) return tried;
  }
  return most;
};

const doOne = ({ pool, handlers, log }: Omit<Deps, 'signal'>): Promise<boolean> =>
  inTransaction(pool, async client => {
    const { rows } = await client.query<Row>(next, [Object.keys(handlers)]);
    const [row] = rows;
    if (!row) return false;
    const { kind, key, company_id: companyId, due_at, data, failures } = row;
    try {
      await handlers[kind]?.({ kind, key, companyId, at: due_at.toISOString(), data });
    } catch (error) {
      log.warn({ err: error, kind, key }, 'due work failed and is tried again');
      const restMs = backOffMs(failures + 1, again, Math.random());
      await client.query(later, [kind, key, restMs]);
      return true;
    }
    await client.query('delete from policy.due_work where kind = $1 and key = $2', [kind, key]);
    return true;
  });

type Row = {
  readonly kind: string;
  readonly key: string;
  readonly company_id: string;
  readonly due_at: Date;
  readonly data: Readonly<Record<string, unknown>>;
  readonly failures: number;
};

/** Its commit is not waited for until it is on disk: one that is lost is only done again. */
const next = `
  select kind, key, company_id, due_at, data, failures, set_config('synchronous_commit', 'off', true)
  from policy.due_work
  where kind = any($1::text[]) and greatest(due_at, coalesce(not_before, due_at)) <= now()
  order by due_at limit 1 for update skip locked`;
const later = `
  update policy.due_work set failures = failures + 1, not_before = now() + make_interval(secs => $3::float8 / 1000)
  where kind = $1 and key = $2`;
