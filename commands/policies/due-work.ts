import type { Pool, PoolClient } from 'pg';
import { backOffMs } from '#domain/shared/back-off.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { isOfSome } from '#eventstore/parking/failures.ts';
import { keepLooking } from '#eventstore/parking/keep-looking.ts';
import { type Aside, mayBeTried, openAside, workOff } from '#eventstore/parking/set-aside.ts';
import type { FollowDeps } from './follow-policy.ts';
import { followerName, policyNames } from './names.ts';

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
 * Does what is due. It may be done again after a crash: whatever it sends has an id made of the row. Throws NotYet where
 * it is to wait, and anything else where it failed and is to be tried again.
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

/**
 * Does at once what follows from an event, for one of several: where it fails it is noted as due, so that neither the
 * others nor what comes later waits for it. In the caller's transaction. Throws outages.
 */
export const doOrNote = async (
  client: Pick<PoolClient, 'query'>,
  handler: DueHandler,
  due: Due,
): Promise<void> => {
  try {
    await handler(due);
  } catch (error) {
    if (!isOfSome(error)) throw error;
    await noteDue(client, due);
  }
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
const notYet = { firstMs: 2_000, longestMs: 300_000 };
const worker = followerName(policyNames.dueWork);

/**
 * Does what is due, some side by side, until the signal aborts. Several processes may do it at once: a row is locked
 * while it is worked on. One that fails is tried again, later each time, and holds up no other. How late a time that
 * has passed is makes no difference here: who may not be late looks at `at`.
 */
export const doDueWork = async (deps: Deps, report: FollowerReport): Promise<void> => {
  const { log, signal, pool } = deps;
  const aside = openAside({ pool, worker, log });
  await keepLooking({ log, signal, report, everyMs, atOnceAfter: 1, begin: aside.begin }, () =>
    doSeveral(deps, aside),
  );
};

/** Looks for one first, so that it costs little where nothing is due. */
const doSeveral = async (deps: Deps, aside: Aside): Promise<number> => {
  if ((await doNextDue(deps, aside, 1)) === 0) return 0;
  const done = await Promise.all(Array.from({ length: beside }, () => doNextDue(deps, aside)));
  return done.reduce((all, each) => all + each, 1);
};

/** Does up to so many that are due, one after the other; answers how many it has tried. */
export const doNextDue = (
  { pool, handlers, log, signal }: Omit<Deps, 'signal'> & { readonly signal?: AbortSignal },
  aside = openAside({ pool, worker, log }),
  most = atOnce,
): Promise<number> =>
  workOff<Row>({
    ...{ pool, aside, signal, most },
    next: async client => (await client.query<Row>(next, [Object.keys(handlers)])).rows[0],
    pieceOf: ({ kind, key, company_id: companyId }) => ({ key: `${kind}/${key}`, companyId }),
    work: async (client, { kind, key, company_id: companyId, due_at, data }) => {
      await handlers[kind]?.({ kind, key, companyId, at: due_at.toISOString(), data });
      await client.query('delete from policy.due_work where kind = $1 and key = $2', [kind, key]);
    },
    later: async (client, { kind, key, failures }) => {
      await client.query(later, [kind, key, backOffMs(failures + 1, notYet, Math.random())]);
    },
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
    and ${mayBeTried(`'${worker}'`, "kind || '/' || key")}
  order by due_at limit 1 for update skip locked`;
const later = `
  update policy.due_work set failures = failures + 1, not_before = now() + make_interval(secs => $3::float8 / 1000)
  where kind = $1 and key = $2`;
