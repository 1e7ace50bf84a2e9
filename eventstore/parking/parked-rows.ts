import type { Pool, PoolClient } from 'pg';
import { backOffMs } from '#domain/shared/back-off.ts';
import { printable } from '#domain/shared/printable.ts';
import type { Position, Revision } from '../types.ts';
import { UnreadableEvent } from '../types.ts';

/** What waits: all of a stream, a group of events or a whole company from an event on, or one row of a worker. */
export type Scope = 'stream' | 'group' | 'tenant' | 'row';

/** From this event on its stream, its group or its company waits in a follower. */
export type ParkedEvent = {
  readonly scope: Exclude<Scope, 'row'>;
  /** Of the stream, of the group, or the company's id. */
  readonly name: string;
  readonly companyId: string;
  readonly stream: string;
  readonly revision: Revision;
  readonly position: Position;
  /** From where on the log is read again to find what waits: where the follower stood then. */
  readonly resumeAt: Position;
  readonly eventId: string;
  readonly eventType: string;
};

export type Problem = { readonly reason: string; readonly missing: readonly string[] };

const longestReason = 500;

/** Why something waits, without what it says of people, and whose keys it waits for. */
export const problemOf = (error: unknown): Problem => ({
  reason: printable(error).slice(0, longestReason),
  missing: error instanceof UnreadableEvent ? error.missing : [],
});

const back = { firstMs: 5_000, longestMs: 300_000 };
/** The keys themselves are looked for more often. */
const withoutKeys = { firstMs: 60_000, longestMs: 3_600_000 };

/** How long something that has failed so many times waits before it is tried again. */
export const restMs = (tries: number, { missing }: Problem): number =>
  backOffMs(tries, missing.length > 0 ? withoutKeys : back, Math.random());

type Client = Pick<PoolClient, 'query'>;

/** Parks an event of a follower, in the transaction that moves its checkpoint past it. */
export const parkEvent = async (
  client: Client,
  follower: string,
  parked: ParkedEvent,
  problem: Problem,
): Promise<void> => {
  const { scope, name, companyId, stream, revision, position, resumeAt, eventId, eventType } = parked;
  await client.query(park, [
    ...[follower, scope, name, companyId, stream, revision, position, resumeAt, eventId, eventType],
    ...[problem.reason, problem.missing, restMs(1, problem)],
  ]);
};

const park = `
  insert into parking.parked (follower, scope, name, company_id, stream, revision, position, resume_at, event_id,
    event_type, reason, missing, next_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::uuid[], now() + make_interval(secs => $13::float8 / 1000))
  on conflict (follower, scope, name) do update set revision = excluded.revision, position = excluded.position,
    resume_at = excluded.resume_at, stream = excluded.stream, event_id = excluded.event_id,
    event_type = excluded.event_type, reason = excluded.reason, missing = excluded.missing, tries = 1, since = now(),
    next_at = excluded.next_at`;

/** As SQL: whether a follower has anything parked. `follower` is an expression, such as a parameter. */
export const holdsParked = (follower: string): string =>
  `exists (select from parking.parked where follower = ${follower} and scope <> 'row')`;

export type Waiting = Pick<ParkedEvent, 'scope' | 'name' | 'companyId' | 'position'>;

/** What waits in a follower of some companies, of streams only those that are named. */
export const readWaiting = async (
  client: Client,
  follower: string,
  { companies, streams }: { readonly companies: readonly string[]; readonly streams: readonly string[] },
): Promise<readonly Waiting[]> => {
  const { rows } = await client.query<Waiting>(
    `select scope, name, company_id as "companyId", position::float8 as position from parking.parked
     where follower = $1 and company_id = any($2::text[]) and scope <> 'row'
       and (scope <> 'stream' or name = any($3::text[]))`,
    [follower, companies, streams],
  );
  return rows;
};

type Counted = {
  readonly companyId: string;
  readonly before?: Position;
  readonly but?: Pick<ParkedEvent, 'scope' | 'name'>;
};

/** How much of a company waits in a follower from places before a position, but for one. */
export const countWaiting = async (
  client: Client,
  follower: string,
  { companyId, before = Number.MAX_SAFE_INTEGER, but }: Counted,
): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from parking.parked
     where follower = $1 and company_id = $2 and scope <> 'row' and position < $3
       and (scope, name) is distinct from ($4, $5)`,
    [follower, companyId, before, but?.scope ?? '', but?.name ?? ''],
  );
  return rows[0]?.count ?? 0;
};

export type DueEvent = ParkedEvent & { readonly follower: string; readonly tries: number };

const dueColumns = `follower, scope, name, company_id as "companyId", stream, revision, position::float8 as position,
  resume_at::float8 as "resumeAt", event_id as "eventId", event_type as "eventType", tries`;

/** What is to be tried again now in some followers, the oldest first. */
export const readDue = async (
  pool: Pool,
  followers: readonly string[],
  most: number,
): Promise<readonly DueEvent[]> => {
  const { rows } = await pool.query<DueEvent>(
    `select ${dueColumns} from parking.parked
     where follower = any($1::text[]) and scope <> 'row' and next_at <= now() order by position limit $2`,
    [followers, most],
  );
  return rows;
};

/** The same one as it is now, locked for the transaction; undefined once it is gone, or is not to be tried now. */
export const lockDue = async (
  client: Client,
  { follower, scope, name }: DueEvent,
): Promise<DueEvent | undefined> => {
  const { rows } = await client.query<DueEvent>(
    `select ${dueColumns} from parking.parked where follower = $1 and scope = $2 and name = $3
     and next_at <= now() for update`,
    [follower, scope, name],
  );
  return rows[0];
};

/** Nothing of it waits any more. */
export const unpark = async (client: Client, { follower, scope, name }: DueEvent): Promise<void> => {
  await client.query('delete from parking.parked where follower = $1 and scope = $2 and name = $3', [
    ...[follower, scope, name],
  ]);
};

/** It waits from another event on, and is tried again after a while: how long is in milliseconds. */
export const moveParked = async (
  client: Client,
  { follower, scope, name }: DueEvent,
  to: Omit<DueEvent, 'follower' | 'scope' | 'name' | 'companyId'>,
  again: { readonly afterMs: number; readonly problem?: Problem | undefined },
): Promise<void> => {
  const { stream, revision, position, resumeAt, eventId, eventType, tries } = to;
  await client.query(
    `update parking.parked set stream = $4, revision = $5, position = $6, resume_at = $7, event_id = $8,
       event_type = $9, tries = $10, next_at = now() + make_interval(secs => $11::float8 / 1000),
       reason = coalesce($12, reason), missing = coalesce($13::uuid[], missing)
     where follower = $1 and scope = $2 and name = $3`,
    [
      ...[follower, scope, name, stream, revision, position, resumeAt, eventId, eventType, tries],
      ...[again.afterMs, again.problem?.reason ?? null, again.problem?.missing ?? null],
    ],
  );
};

/** Everything of these followers and workers is tried at once: their program may be another one now. */
export const tryAllAgain = async (pool: Pool, followers: readonly string[]): Promise<void> => {
  await pool.query('update parking.parked set next_at = now() where follower = any($1::text[])', [followers]);
};

/** Whose keys are missed by what waits, of whatever follower or worker. */
export const missedKeys = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ person: string }>(
    `select distinct unnest(missing) as person from parking.parked
     where missing <> '{}' and next_at > now() limit 10000`,
  );
  return rows.map(({ person }) => person);
};

/** What misses no other keys than these is tried at once. */
export const tryWithKeys = async (pool: Pool, persons: readonly string[]): Promise<void> => {
  await pool.query(
    `update parking.parked set next_at = now() where missing <> '{}' and missing <@ $1::uuid[] and next_at > now()`,
    [persons],
  );
};
