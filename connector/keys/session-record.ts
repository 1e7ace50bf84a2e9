type StoredSession = {
  readonly indexInfo: { readonly used: number };
  readonly _chains: Readonly<
    Record<string, { readonly chainKey: { readonly key?: string }; readonly chainType: number }>
  >;
};
type StoredRecord = { readonly _sessions: Readonly<Record<string, StoredSession>> };

/** A receiving chain that ended is kept for messages that come late, as many as the Signal reference keeps. */
const endedChainsKept = 5;
const receiving = 2;

type Records = Readonly<Record<string, unknown>>;

/**
 * Contacts' stored session records as the Signal library is to read them: each session's time of last use is half a
 * millisecond earlier. The library sets that time, in whole milliseconds, on the session that decrypts a message, and
 * on no other, so that `recordsToStore` sees which one it was. What is no record comes back as it is.
 */
export const recordsToRead = (stored: Records): Records =>
  mapValues(stored, value => {
    if (!isRecord(value)) return value;
    return withSessions(value, session => withUsed(session, session.indexInfo.used - 0.5));
  });

/**
 * What is stored of records that the library got from `recordsToRead` and changed; `before` is what is stored until
 * now. The library tries a contact's sessions one after the other and leaves its failed tries in the record: a session
 * that was tried in vain would from then on encrypt what nobody can read, so only the one that decrypted changes. And
 * it never forgets a receiving chain that ended: of these the newest few stay. What is no record comes back as it is.
 */
export const recordsToStore = (before: Records, changed: Records): Records =>
  mapValues(changed, (value, id) => {
    if (!isRecord(value)) return value;
    const was = before[id];
    const known = isRecord(was) ? was._sessions : {};
    const decrypted = Object.entries(value._sessions).find(
      ([name, session]) => name in known && Number.isInteger(session.indexInfo.used),
    )?.[0];
    return withSessions(value, (session, name) => {
      const triedInVain = decrypted !== undefined && decrypted !== name && known[name];
      return withoutEndedChains(triedInVain || withUsed(session, Math.ceil(session.indexInfo.used)));
    });
  });

// By hand: a schema would take a good part of the time that a message takes.
const isRecord = (value: unknown): value is StoredRecord =>
  isObject(value) && isObject(value._sessions) && Object.values(value._sessions).every(isSession);

const isSession = (value: unknown): value is StoredSession =>
  isObject(value) &&
  isObject(value.indexInfo) &&
  typeof value.indexInfo.used === 'number' &&
  isObject(value._chains) &&
  Object.values(value._chains).every(chain => isObject(chain) && isObject(chain.chainKey));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const mapValues = (values: Records, change: (value: unknown, name: string) => unknown): Records =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));

const withSessions = (
  record: StoredRecord,
  change: (session: StoredSession, name: string) => StoredSession,
): StoredRecord => ({
  ...record,
  _sessions: Object.fromEntries(
    Object.entries(record._sessions).map(([name, session]) => [name, change(session, name)]),
  ),
});

const withUsed = (session: StoredSession, used: number): StoredSession => ({
  ...session,
  indexInfo: { ...session.indexInfo, used },
});

const withoutEndedChains = (session: StoredSession): StoredSession => {
  const chains = Object.entries(session._chains);
  const ended = chains.filter(([, chain]) => chain.chainType === receiving && !chain.chainKey.key);
  if (ended.length <= endedChainsKept) return session;
  const old = new Set(ended.slice(0, -endedChainsKept).map(([name]) => name));
  return { ...session, _chains: Object.fromEntries(chains.filter(([name]) => !old.has(name))) };
};
