import type { Pool } from 'pg';
import type { Viewer } from '#domain/ticket/visibility.ts';
import { type AccessUser, usersById } from '#projections/access/queries.ts';
import type { Positions } from '#projections/position.ts';
import { cachedLookup } from '../cached-lookup.ts';
import { refuse } from '../errors/refusal.ts';
import type { Claims } from './access-tokens.ts';
import { createSessions, type SessionEnded, type SessionOwner } from './sessions.ts';

/** Who is calling: an account of a company, in a session. */
export type Caller = { readonly user: AccessUser; readonly sessionId: string };

const userTtlMs = 60_000;
const sessionTtlMs = 30_000;

/**
 * Knows accounts and live sessions, from bounded caches that notifications clear: a removed user and an ended
 * session are refused at their next call.
 */
export const createCallers = (pool: Pool, positions: Positions, refreshKey: string) => {
  const sessions = createSessions(pool, refreshKey);
  const users = cachedLookup(ids => usersById(pool, ids), { max: 10_000, ttlMs: userTtlMs });
  const live = cachedLookup(sessions.owners, { max: 50_000, ttlMs: sessionTtlMs });
  const forgetSessionsOf = (userId: string) => live.forgetWhere(session => session.userId === userId);

  const stopNotified = positions.onNotification('access', notified => {
    if (notified.companyId === null) users.clear();
    else users.forgetWhere(user => user.companyId === notified.companyId);
  });
  const stopListening = positions.onListening(() => users.clear());

  const callerOf = async (claims: Claims): Promise<Caller> => {
    const [session, user] = await Promise.all([live.get(claims.sid), users.get(claims.userId)]);
    if (!session || session.userId !== claims.userId) throw refuse('ERR_UNAUTHENTICATED');
    if (!user || user.companyId !== claims.companyId || !mayGoOn(session, user))
      throw refuse('ERR_UNAUTHENTICATED');
    return { user, sessionId: claims.sid };
  };

  return {
    /** @throws ERR_UNAUTHENTICATED when the session has ended or the account is gone. */
    callerOf,
    user: users.get,
    open: async (user: AccessUser) => {
      const opened = await sessions.open(user);
      forgetSessionsOf(user.id);
      // It was read a moment ago: one that is known from before would refuse what was just opened.
      users.forgetWhere(({ id }) => id === user.id);
      return opened;
    },
    rotate: sessions.rotate,
    logout: async (sessionId: string, userId: string) => {
      const ended = await sessions.logout(sessionId);
      forgetSessionsOf(userId);
      return ended;
    },
    /** These three end all sessions of a user and answer which: screens hear of it within a moment. */
    revoke: async (userId: string) => {
      const ended = await sessions.revokeUser(userId);
      forgetSessionsOf(userId);
      return ended;
    },
    changePassword: async (user: { userId: string; companyId: string }, password: string) => {
      const ended = await sessions.changePassword(user.userId, user.companyId, password);
      forgetSessionsOf(user.userId);
      return ended;
    },
    forget: async (userId: string) => {
      const ended = await sessions.forgetUser(userId);
      forgetSessionsOf(userId);
      return ended;
    },
    sessionEnded: (ended: SessionEnded) => forgetSessionsOf(ended.userId),
    /** What was notified meanwhile may be lost. */
    forgetSessions: () => live.clear(),
    close: () => {
      stopNotified();
      stopListening();
    },
  };
};
export type Callers = ReturnType<typeof createCallers>;

/**
 * Whether a session goes on: it ends with the rights that it was opened with, also where nobody came to end it after the
 * change.
 */
export const mayGoOn = ({ profile }: Pick<SessionOwner, 'profile'>, user: AccessUser): boolean =>
  user.company.status && (profile === null || profile === user.profile);

export const viewerOf = (user: AccessUser): Viewer => {
  const { id: userId, profile, superAdmin, analyst, queueIds, connectionIds } = user;
  return { userId, profile, superAdmin, analyst, queueIds, connectionIds };
};
