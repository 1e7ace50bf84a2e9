import type { Pool } from 'pg';
import type { DueDelivery } from './delivery-rows.ts';
import type { Problem, Unmade } from './retries.ts';

/** What is written down of one delivery after a try. */

export type Tried = Pick<DueDelivery, 'id' | 'dueAt'> & {
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly at: Date;
  readonly nextAt: Date | null;
  readonly plannedAt: Date | null;
  readonly early: number;
  readonly answered: number | null;
  readonly milliseconds: number;
  readonly problem: Problem | null;
  readonly answer: string | null;
  readonly persons: readonly string[];
};

/** Writes down a try. One that was asked for again meanwhile stays due, as if this try had not been. */
export const recordTry = async (pool: Pool, tried: Tried): Promise<void> => {
  await pool.query(
    `with this as (select id, next_at is not distinct from $10::timestamptz as counts
       from webhook.delivery where id = $1 for update)
     update webhook.delivery d set status = case when counts then $2 else status end,
       tries = case when counts then tries + 1 else tries end,
       next_at = case when counts then $4 else next_at end,
       planned_at = case when counts then $11 else planned_at end,
       early = case when counts then $12 else early end, reason = null,
       tried_at = $3, answered = $5, milliseconds = $6, problem = $7, answer = $8,
       persons = (select array(select distinct unnest(persons || $9::uuid[])))
     from this where d.id = this.id`,
    [
      ...[tried.id, tried.status, tried.at, tried.nextAt, tried.answered, tried.milliseconds],
      ...[tried.problem, tried.answer, tried.persons, tried.dueAt, tried.plannedAt, tried.early],
    ],
  );
};

/**
 * A delivery that cannot be made waits by itself until another time, with the reason in words that say nothing personal;
 * counted apart from what was sent. One that was asked for again meanwhile stays due.
 */
export const setAside = async (
  pool: Pool,
  { id, dueAt }: Pick<DueDelivery, 'id' | 'dueAt'>,
  { problem, reason, at, nextAt }: SettingAside,
): Promise<void> => {
  await pool.query(
    `update webhook.delivery set unmade = unmade + 1, next_at = $6, tried_at = $3, problem = $4, reason = $5,
       answered = null, milliseconds = null, answer = null
     where id = $1 and status = 'waiting' and next_at is not distinct from $2::timestamptz`,
    [id, dueAt, at, problem, reason, nextAt],
  );
};
type SettingAside = {
  readonly problem: Unmade;
  readonly reason: string;
  readonly at: Date;
  readonly nextAt: Date;
};

/** It could not be looked at for now, which is no try: another one is made later. */
export const putOff = async (
  pool: Pool,
  { id, dueAt }: Pick<DueDelivery, 'id' | 'dueAt'>,
  nextAt: Date,
): Promise<void> => {
  await pool.query(
    `update webhook.delivery set next_at = $3
     where id = $1 and status = 'waiting' and next_at is not distinct from $2::timestamptz`,
    [id, dueAt, nextAt],
  );
};

/** What is set aside is looked at again now: a service that has just started may know better what to make of it. */
export const lookAgain = async (pool: Pool, now: Date): Promise<void> => {
  await pool.query(
    `update webhook.delivery set next_at = $1 where reason is not null and status = 'waiting' and next_at > $1`,
    [now],
  );
};
