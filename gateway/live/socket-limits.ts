import type { LiveLimit } from '#contracts/live.ts';
import type { Claims } from '../auth/access-tokens.ts';
import { CallRefused } from '../errors/refusal.ts';

/** How many live sockets one person, one company and this process may have open at once. */
export type SocketLimits = Readonly<Record<LiveLimit, number>>;
type Who = Pick<Claims, 'userId' | 'companyId'>;

const retryAfterSeconds = 20;

/**
 * Counts live sockets, those on their way in included: a place is taken before anything is awaited, so that a
 * thousand at once are a thousand.
 */
export const createSocketLimits = (limits: SocketLimits, onRefused: (limit: LiveLimit) => void) => {
  const persons = new Map<string, number>();
  const companies = new Map<string, number>();
  let all = 0;

  const fullFor = ({ userId, companyId }: Who): LiveLimit | undefined => {
    if ((persons.get(userId) ?? 0) >= limits.person) return 'person';
    if ((companies.get(companyId) ?? 0) >= limits.company) return 'company';
    return all >= limits.gateway ? 'gateway' : undefined;
  };

  return {
    /** @throws ERR_TOO_MANY_REQUESTS, as `take` would, and counts nothing. */
    check: (who: Who): void => {
      const limit = fullFor(who);
      if (limit) throw full(limit);
    },
    /**
     * Takes a place; call what it answers when the socket has ended or never came to be, once or more.
     * @throws ERR_TOO_MANY_REQUESTS with the `limit` that is reached and when to try again.
     */
    take: (who: Who): (() => void) => {
      const limit = fullFor(who);
      if (limit) {
        onRefused(limit);
        throw full(limit);
      }
      add(persons, who.userId, 1);
      add(companies, who.companyId, 1);
      all += 1;
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        add(persons, who.userId, -1);
        add(companies, who.companyId, -1);
        all -= 1;
      };
    },
  };
};
export type LiveSocketLimits = ReturnType<typeof createSocketLimits>;

const full = (limit: LiveLimit) =>
  new CallRefused('ERR_TOO_MANY_REQUESTS', { details: { limit }, retryAfterSeconds });

const add = (counts: Map<string, number>, key: string, more: number): void => {
  const count = (counts.get(key) ?? 0) + more;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};
