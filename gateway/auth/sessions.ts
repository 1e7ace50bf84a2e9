import { createHmac, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { v7 as newId } from 'uuid';
import type { Profile } from '#domain/user/events.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { hashPassword } from './passwords.ts';

export type SessionEnd = 'logout' | 'other-login' | 'revoked';
export type OpenedSession = {
  readonly sessionId: string;
  readonly userId: string;
  readonly companyId: string;
  readonly refreshToken: string;
  /** What its user was when it was opened; null where that was not noted yet. */
  readonly profile: Profile | null;
};
export type LoggedIn = OpenedSession & {
  /** The sessions that this one took over. */ readonly tookOver: readonly string[];
};
/** A refresh token came that had been used up: its session has ended. */
export type StolenSession = { readonly stolen: Omit<OpenedSession, 'refreshToken' | 'profile'> };
/** What NOTIFY on `session` carries. */
export type SessionEnded = {
  readonly sessionId: string;
  readonly userId: string;
  readonly companyId: string;
  readonly reason: SessionEnd;
};

export const refreshTokenDays = 7;
/**
 * Two tabs that refresh in the same moment both hold the same token: for this long the second one is honest, and is given
 * the token that the first one was given. Also where the clock was set back meanwhile, it is no longer.
 */
export const raceToleranceSeconds = 10;

/**
 * Sessions and their refresh tokens. A user has one session: a login ends the earlier ones. A refresh token is
 * good once; one that comes again later was stolen from somebody, so its whole session ends. The tokens of a session are
 * one chain: each follows from the one before it, so that two who use the same one cannot both go on unnoticed. Every
 * end is notified of on NOTIFY `session` with the same commit. Only a keyed hash of a token is stored.
 */
export const createSessions = (pool: Pool, refreshKey: string) => {
  const hashOf = (token: string) => createHmac('sha256', refreshKey).update(token).digest();

  const successorOf = (token: string) =>
    createHmac('sha256', refreshKey).update(`successor of ${token}`).digest('base64url');

  /** Keeps a token of a session, unless it is kept already; answers whether it was spent. */
  const issue = async (db: PoolClient, sessionId: string, token: string): Promise<boolean> => {
    const { rows } = await db.query<{ spent: boolean }>(
      `insert into secrets.refresh_token (hash, session_id, expires_at)
       values ($1, $2, now() + make_interval(days => $3))
       on conflict (hash) do update set hash = excluded.hash
       returning spent_at is not null as spent`,
      [hashOf(token), sessionId, refreshTokenDays],
    );
    return rows[0]?.spent === true;
  };
  /** The token that counts after one that was spent just now, which may be the successor of a successor already. */
  const newestAfter = async (db: PoolClient, sessionId: string, token: string): Promise<string> => {
    let newest = successorOf(token);
    while (await issue(db, sessionId, newest)) newest = successorOf(newest);
    return newest;
  };

  const open = (user: {
    readonly id: string;
    readonly companyId: string;
    readonly profile: Profile;
  }): Promise<LoggedIn> =>
    inTransaction(pool, async db => {
      await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [user.id]);
      const tookOver = await end(db, 'user_id', user.id, 'other-login');
      await db.query(
        `delete from secrets.session where user_id = $1 and ended_at < now() - make_interval(days => $2)`,
        [user.id, refreshTokenDays],
      );
      const sessionId = newId();
      const { id: userId, companyId, profile } = user;
      await db.query(
        'insert into secrets.session (id, user_id, company_id, profile) values ($1, $2, $3, $4)',
        [sessionId, userId, companyId, profile],
      );
      const refreshToken = randomBytes(32).toString('base64url');
      await issue(db, sessionId, refreshToken);
      return { sessionId, userId, companyId, profile, refreshToken, tookOver };
    });

  /** The session with its next refresh token; undefined when this token opens nothing (any more). */
  const rotate = (token: string): Promise<OpenedSession | StolenSession | undefined> =>
    inTransaction(pool, async db => {
      const { rows } = await db.query<StoredToken>(
        `select t.session_id, s.user_id, s.company_id, s.profile, s.ended_at is not null as ended,
                t.expires_at < now() as expired, t.spent_at is not null as spent,
                coalesce(abs(extract(epoch from now() - t.spent_at)) > $2, false) as stolen
           from secrets.refresh_token t join secrets.session s on s.id = t.session_id
          where t.hash = $1
            for update of t`,
        [hashOf(token), raceToleranceSeconds],
      );
      const found = rows[0];
      if (!found || found.ended) return undefined;
      const session = { sessionId: found.session_id, userId: found.user_id, companyId: found.company_id };
      if (found.stolen) {
        const ended = await end(db, 'id', session.sessionId, 'revoked');
        return ended.length > 0 ? { stolen: session } : undefined;
      }
      if (found.expired) return undefined;
      if (!found.spent)
        await db.query('update secrets.refresh_token set spent_at = now() where hash = $1', [hashOf(token)]);
      await db.query('delete from secrets.refresh_token where session_id = $1 and expires_at < now()', [
        session.sessionId,
      ]);
      const refreshToken = await newestAfter(db, session.sessionId, token);
      return { ...session, profile: found.profile, refreshToken };
    });

  return {
    open,
    rotate,
    /** Ends the session; nothing when it has ended already. */
    logout: (sessionId: string) => inTransaction(pool, db => end(db, 'id', sessionId, 'logout')),
    /** Ends all sessions of a user; these three answer which. */
    revokeUser: (userId: string) => inTransaction(pool, db => end(db, 'user_id', userId, 'revoked')),
    /** Another password, and no session of before: both or neither. */
    changePassword: async (userId: string, companyId: string, password: string) => {
      const hash = await hashPassword(password);
      return inTransaction(pool, async db => {
        await db.query(
          `insert into secrets.credential (user_id, company_id, hash) values ($1, $2, $3)
           on conflict (user_id) do update set hash = excluded.hash, changed_at = now()`,
          [userId, companyId, hash],
        );
        return end(db, 'user_id', userId, 'revoked');
      });
    },
    /** Who was removed has no password any more, and no session. */
    forgetUser: (userId: string) =>
      inTransaction(pool, async db => {
        await db.query('delete from secrets.credential where user_id = $1', [userId]);
        await db.query('delete from secrets.login_failure where user_id = $1', [userId]);
        return end(db, 'user_id', userId, 'revoked');
      }),
    /** Whose sessions these are, and of which profile; those that have ended are left out. */
    owners: async (sessionIds: readonly string[]): Promise<ReadonlyMap<string, SessionOwner>> => {
      const { rows } = await pool.query<SessionOwner & { readonly id: string }>({
        name: 'session_owners',
        text: `select id, user_id as "userId", profile from secrets.session
                where id = any($1::uuid[]) and ended_at is null`,
        values: [sessionIds],
      });
      return new Map(rows.map(({ id, userId, profile }) => [id, { userId, profile }]));
    },
  };
};
export type SessionOwner = { readonly userId: string; readonly profile: Profile | null };
type StoredToken = {
  session_id: string;
  user_id: string;
  company_id: string;
  profile: Profile | null;
  ended: boolean;
  expired: boolean;
  spent: boolean;
  stolen: boolean;
};

const end = async (
  db: PoolClient,
  by: 'id' | 'user_id',
  value: string,
  reason: SessionEnd,
): Promise<readonly string[]> => {
  const { rows } = await db.query<{ id: string }>(
    `with ended as (
       update secrets.session set ended_at = now(), end_reason = $2
        where ${by} = $1 and ended_at is null
        returning id, user_id, company_id)
     select pg_notify('session', json_build_object('sessionId', id, 'userId', user_id,
                                                   'companyId', company_id, 'reason', $2::text)::text), id
       from ended`,
    [value, reason],
  );
  return rows.map(({ id }) => id);
};
