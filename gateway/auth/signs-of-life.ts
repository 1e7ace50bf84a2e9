import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { userStatusIntervalMs } from '#contracts/live.ts';
import { together } from '#eventstore/together.ts';

type OfSession = { readonly sessionId: string };

/** What is said every five minutes may come a little late. */
const toleranceMs = 30_000;
const waitMs = 500;

/**
 * Who is there: a session with a live socket that said so within the last five minutes, on any gateway. What a gateway
 * that ended abruptly left is over after that time.
 */
export const createSignsOfLife = (pool: Pool, log: Pick<FastifyBaseLogger, 'warn'>) => {
  const sockets = new Map<string, number>();
  const signs = together<{ readonly sessionId: string; readonly isHere: boolean }, void>({
    ...{ waitMs, oneAtATime: true, keyOf: ({ sessionId }) => sessionId },
    write: async said => {
      await pool.query(writing, [said.map(({ sessionId }) => sessionId), said.map(({ isHere }) => isHere)]);
    },
  });
  const note = (sessionId: string, isHere: boolean): void => {
    signs.add({ sessionId, isHere }).catch(err => log.warn({ err }, 'could not note who is there'));
  };
  const known = new WeakSet<OfSession>();

  return {
    /** A socket has come, or says that its person is there. */
    seen: (connection: OfSession): void => {
      const { sessionId } = connection;
      if (!known.has(connection)) sockets.set(sessionId, (sockets.get(sessionId) ?? 0) + 1);
      known.add(connection);
      note(sessionId, true);
    },
    /** A socket has gone; with the last of its session the person has. */
    gone: ({ sessionId }: OfSession): void => {
      const left = (sockets.get(sessionId) ?? 1) - 1;
      if (left > 0) sockets.set(sessionId, left);
      else {
        sockets.delete(sessionId);
        note(sessionId, false);
      }
    },
    /** Which of these users are there. */
    online: async (userIds: readonly string[]): Promise<ReadonlySet<string>> => {
      const values = [userIds, userStatusIntervalMs + toleranceMs];
      const { rows } = await pool.query<{ userId: string }>({ name: 'online', text: reading, values });
      return new Set(rows.map(({ userId }) => userId));
    },
  };
};
export type SignsOfLife = ReturnType<typeof createSignsOfLife>;

const writing = `
update secrets.session s set seen_at = case when said.here then now() end
  from unnest($1::uuid[], $2::boolean[]) as said(id, here) where s.id = said.id and s.ended_at is null`;

const reading = `
select distinct user_id as "userId" from secrets.session
 where user_id = any($1::uuid[]) and ended_at is null
   and seen_at > now() - make_interval(secs => $2::float8 / 1000)`;
