import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { openPool } from '../database/pool.ts';
import { migrateFollowing } from './migrate.ts';
import { type FollowerReport, type FollowerState, openReport } from './report.ts';

export type HeartbeatOptions = {
  readonly databaseUrl: string;
  /** Whose followers these are, for instance `commands`. */
  readonly service: string;
  readonly log: { readonly warn: (details: object, message: string) => void };
  readonly everyMs?: number;
};

export type Heartbeat = {
  /** Watches one follower under its name; it is shown from its first report on. */
  readonly follower: (name: string) => FollowerReport;
  /** Writes nothing more. What was followed is shown as silent soon, unless another process goes on. */
  readonly close: () => Promise<void>;
};

const usuallyEveryMs = 2_000;
/** Of a service of which one process lives, the others' last words count no longer than this. */
const forgottenAfter = '1 minute';

/**
 * Writes every two seconds, on a connection of its own, how the followers of this process stand: a row for each in
 * `following.follower`. Who reads them takes silence for an end: `readFollowers`. Makes the table when it is not there.
 */
export const openHeartbeat = async (options: HeartbeatOptions): Promise<Heartbeat> => {
  const { databaseUrl, service, log, everyMs = usuallyEveryMs } = options;
  const holder = randomUUID();
  const pool = openPool(
    {
      connectionString: databaseUrl,
      max: 1,
      application_name: `${service} heartbeat`,
      connectionTimeoutMillis: 5_000,
      options: '-c synchronous_commit=off',
    },
    log,
  );
  await migrateFollowing(pool);
  const reports: ReturnType<typeof openReport>[] = [];
  let beating: Promise<void> | undefined;
  let closed = false;
  let unwritten = false;

  const beat = () => {
    const states = reports.flatMap(report => report.state() ?? []);
    if (closed || beating || states.length === 0) return;
    const written = () => {
      unwritten = false;
    };
    const failed = (error: unknown) => {
      if (!unwritten) log.warn({ err: error }, 'cannot say how the log is followed, trying again');
      unwritten = true;
    };
    beating = write(pool, { holder, service, states })
      .then(written, failed)
      .finally(() => {
        beating = undefined;
      });
  };
  let soon: NodeJS.Immediate | undefined;
  const beatSoon = () => {
    soon ??= setImmediate(() => {
      soon = undefined;
      beat();
    });
  };
  const timer = setInterval(beat, everyMs);

  return {
    follower: name => {
      const report = openReport(name, { changed: beatSoon });
      reports.push(report);
      return report;
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      clearImmediate(soon);
      await beating;
      await pool.end();
    },
  };
};

type Beat = {
  readonly holder: string;
  readonly service: string;
  readonly states: readonly FollowerState[];
};

/** Ages, not times: the clocks of machines differ. */
const write = async (pool: pg.Pool, { holder, service, states }: Beat): Promise<void> => {
  const now = Date.now();
  const ages = (pick: (state: FollowerState) => number | undefined) =>
    states.map(state => {
      const since = pick(state);
      return since === undefined ? null : Math.max(0, now - since) / 1000;
    });
  await pool.query(upsert, [
    holder,
    service,
    states.map(({ name }) => name),
    states.map(({ position }) => position),
    ages(({ waitingSince }) => waitingSince),
    ages(({ succeededAt }) => succeededAt),
    ages(({ failingSince }) => failingSince),
    states.map(({ problem }) => problem ?? null),
    states.map(({ stopped }) => stopped),
  ]);
};

const ago = (age: string) => `now() - make_interval(secs => ${age})`;

const upsert = `
  with forgotten as (
    delete from following.follower where service = $2 and beaten_at < now() - interval '${forgottenAfter}')
  insert into following.follower as f (holder, service, name, position, waiting_since, succeeded_at, failing_since,
    problem, stopped, beaten_at)
  select $1::uuid, $2, name, position, ${ago('waiting')}, ${ago('succeeded')}, ${ago('failing')}, problem, stopped, now()
  from unnest($3::text[], $4::bigint[], $5::float8[], $6::float8[], $7::float8[], $8::text[], $9::bool[])
    as beat (name, position, waiting, succeeded, failing, problem, stopped)
  on conflict (name, holder) do update set position = excluded.position, waiting_since = excluded.waiting_since,
    succeeded_at = excluded.succeeded_at, failing_since = excluded.failing_since, problem = excluded.problem,
    stopped = excluded.stopped, beaten_at = excluded.beaten_at`;
