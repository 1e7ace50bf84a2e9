import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { metLimit } from '#contracts/problems.ts';
import { together } from '#eventstore/together.ts';
import { CallRefused } from '../errors/refusal.ts';

export const windowSeconds = 60;
/** How many calls a token may make in a minute, and how many messages one number gets in it by calls. */
export type OutsideLimits = { readonly calls: number; readonly perNumber: number };
export const usualLimits: OutsideLimits = { calls: 1_200, perNumber: 30 };

type MetLimit = z.output<typeof metLimit>;
type LimitName = MetLimit['name'];
type Counted = { readonly used: number; readonly secondsLeft: number };
type Row = { readonly subject: Buffer; readonly used: number; readonly seconds: number };

const sweepEvery = 1_000;

/** How many calls are left, and for how many seconds (draft-ietf-httpapi-ratelimit-headers). */
export const limitHeaders = (
  { name, quota, windowSeconds: seconds }: MetLimit,
  left: number,
  resetSeconds: number,
): Record<string, string> => ({
  'ratelimit-policy': `"${name}";q=${quota};w=${seconds}`,
  ratelimit: `"${name}";r=${left};t=${resetSeconds}`,
});

/**
 * Counts calls in windows of a minute, for all gateways together. Those that come in one turn, or while
 * others are counted, are counted in one statement, each with its own number: a token's row is one that all its calls
 * want to write. Numbers of phones are kept as keyed hashes.
 */
export const createCallLimits = (pool: Pool, key: string, limits: OutsideLimits = usualLimits) => {
  let statements = 0;
  const count = together<string, ReadonlyMap<string, Counted>>({
    ...{ waitMs: 'turn', oneAtATime: true },
    write: async subjects => {
      const times = new Map<string, number>();
      for (const subject of subjects) times.set(subject, (times.get(subject) ?? 0) + 1);
      const names = [...times.keys()].sort();
      const values = [names.map(name => Buffer.from(name, 'hex')), names.map(name => times.get(name))];
      const { rows } = await pool.query<Row>({
        name: 'count_calls',
        text: counting,
        values: [...values, windowSeconds],
      });
      if (++statements % sweepEvery === 0)
        await pool.query('delete from secrets.call_window where ends_at < now()');
      return new Map(
        rows.map(({ subject, used, seconds }) => [subject.toString('hex'), { used, secondsLeft: seconds }]),
      );
    },
  });
  /** What was counted in one statement is handed out one by one. */
  const handedOut = new WeakMap<ReadonlyMap<string, Counted>, Map<string, number>>();

  const take = async (name: string, times = 1): Promise<Counted> => {
    const subject = createHmac('sha256', key).update(`calls|${name}`).digest('hex');
    const counts = await count.add(...Array.from({ length: times }, () => subject));
    const counted = counts.get(subject) ?? { used: times, secondsLeft: windowSeconds };
    const given = handedOut.get(counts) ?? new Map<string, number>();
    handedOut.set(counts, given);
    const later = given.get(subject) ?? 0;
    given.set(subject, later + times);
    return { ...counted, used: counted.used - later };
  };

  const keep = (name: LimitName, quota: number, { used, secondsLeft }: Counted): Record<string, string> => {
    const wait = Math.max(1, Math.ceil(secondsLeft));
    if (used > quota)
      throw new CallRefused('ERR_TOO_MANY_REQUESTS', {
        message: `Limit of the ${name}: ${quota} in ${windowSeconds} seconds.`,
        details: { limit: { name, quota, windowSeconds } },
        retryAfterSeconds: wait,
      });
    return limitHeaders({ name, quota, windowSeconds }, quota - used, wait);
  };

  return {
    limits,
    /** One more call of a token; answers the headers that say how many are left. @throws ERR_TOO_MANY_REQUESTS. */
    takeCall: async (tokenId: string) => keep('key', limits.calls, await take(`token|${tokenId}`)),
    /** So many more messages of a company to a number. @throws ERR_TOO_MANY_REQUESTS. */
    takeMessages: async (companyId: string, number: string, messages: number): Promise<void> => {
      keep('number', limits.perNumber, await take(`number|${companyId}|${number}`, messages));
    },
  };
};
export type CallLimits = ReturnType<typeof createCallLimits>;

// Rows are locked in one order, or two statements would wait for each other.
const counting = `
insert into secrets.call_window as w (subject, used, ends_at)
select subject, times, now() + make_interval(secs => $3)
  from unnest($1::bytea[], $2::int[]) as called(subject, times) order by subject
on conflict (subject) do update set
  used = case when w.ends_at <= now() then excluded.used else w.used + excluded.used end,
  ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
returning subject, used, extract(epoch from ends_at - now())::float8 as seconds`;
