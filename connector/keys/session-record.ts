import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

const recordSchema = z.looseObject({
  _sessions: z.record(z.string(), z.looseObject({ indexInfo: z.looseObject({ used: z.number() }) })),
});

/**
 * A contact's session record after a message was decrypted, with only the session changed that decrypted it.
 * The Signal library tries a contact's sessions one after the other, the last used first, and leaves its
 * failed tries in the record: a session that was tried in vain would from then on encrypt what nobody can
 * read. Any other value comes back as it is.
 */
export const onlyDecryptingSession = (before: unknown, after: unknown): unknown => {
  const was = recordSchema.safeParse(before);
  const is = recordSchema.safeParse(after);
  if (!was.success || !is.success) return after;
  const tried = Object.entries(was.data._sessions)
    .sort(([, a], [, b]) => b.indexInfo.used - a.indexInfo.used)
    .filter(([name, session]) => !isDeepStrictEqual(session, is.data._sessions[name]));
  const inVain = tried.slice(0, -1).filter(([name]) => name in is.data._sessions);
  if (inVain.length === 0) return after;
  return { ...is.data, _sessions: { ...is.data._sessions, ...Object.fromEntries(inVain) } };
};
