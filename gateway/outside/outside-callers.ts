import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { together } from '#eventstore/together.ts';
import { type CompanyStanding, companiesById } from '#projections/access/queries.ts';
import type { Positions } from '#projections/position.ts';
import { cachedLookup } from '../cached-lookup.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import { hashOfToken, noteUses, type OutsideCaller, ownersOfTokens } from './tokens.ts';

const tokenTtlMs = 30_000;
const companyTtlMs = 60_000;
const minuteMs = 60_000;
const noteAfterMs = 1_000;

type Deps = {
  readonly pool: Pool;
  readonly positions: Pick<Positions, 'onNotification' | 'onListening'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * Knows whose token a call from outside carries, from bounded caches that notifications clear: one that is revoked or
 * renewed opens nothing at its next call, on any gateway.
 */
export const createOutsideCallers = ({ pool, positions, log }: Deps) => {
  const tokens = cachedLookup(hashes => ownersOfTokens(pool, hashes), { max: 10_000, ttlMs: tokenTtlMs });
  const companies = cachedLookup(ids => companiesById(pool, ids), { max: 10_000, ttlMs: companyTtlMs });
  const uses = together<string, void>({
    ...{ waitMs: noteAfterMs, oneAtATime: true, keyOf: id => id },
    write: ids => noteUses(pool, ids),
  });
  /** In which minute each key was noted to be in use. */
  const noted = new Map<string, number>();

  const stopNotified = positions.onNotification('access', ({ companyId }) => {
    if (companyId === null) companies.clear();
    else companies.forgetWhere(({ id }) => id === companyId);
  });
  const stopListening = positions.onListening(() => companies.clear());

  const noteUse = ({ tokenId, connectionId }: OutsideCaller, now: number): void => {
    const minute = Math.floor(now / minuteMs);
    if (connectionId !== null || noted.get(tokenId) === minute) return;
    if (noted.size >= 10_000) noted.clear();
    noted.set(tokenId, minute);
    uses.add(tokenId).catch(err => log.warn({ err }, 'could not note when a key was used'));
  };

  return {
    /**
     * Whose token this is. @throws ERR_UNAUTHENTICATED when it opens nothing (any more), ERR_SUBSCRIPTION_EXPIRED when
     * its company's subscription is over.
     */
    callerOf: async (token: string): Promise<OutsideCaller> => {
      const caller = await tokens.get(hashOfToken(token));
      const now = Date.now();
      if (!caller || isOver(caller.expiresAt, now)) throw noSuchToken();
      const company: CompanyStanding | undefined = await companies.get(caller.companyId);
      if (!company?.status) throw refuse('ERR_UNAUTHENTICATED');
      if (isOver(company.dueDate, now)) throw refuse('ERR_SUBSCRIPTION_EXPIRED');
      noteUse(caller, now);
      return caller;
    },
    /** A token of this company has ended. */
    ended: (companyId: string): void => tokens.forgetWhere(caller => caller.companyId === companyId),
    /** What was notified meanwhile may be lost. */
    forget: (): void => tokens.clear(),
    close: async (): Promise<void> => {
      stopNotified();
      stopListening();
      await uses.flush().catch(() => undefined);
    },
  };
};
export type OutsideCallers = ReturnType<typeof createOutsideCallers>;

/** Which of these it is, is nobody's business but the company's. */
export const noSuchToken = (): CallRefused =>
  new CallRefused('ERR_UNAUTHENTICATED', {
    message: 'This token is not known here: it was mistyped, revoked or replaced, or has expired.',
  });

const isOver = (date: string | null, now: number): boolean => date !== null && Date.parse(date) <= now;
