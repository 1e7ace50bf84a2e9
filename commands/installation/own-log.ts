import { streamName } from '#domain/shared/stream.ts';
import { deriveId, eventId } from '#eventstore/event-id.ts';
import { type EventStore, noStream, UnreadableEvent, WrongRevision } from '#eventstore/types.ts';

/** The log is not of this installation. Its message is one sentence, and nothing was written. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog';
}

/** What the database knows, to compare the log with. */
export type Knowledge = {
  /** Whether it knows any of these companies. */
  readonly knowsAny: (companyIds: readonly string[]) => Promise<boolean>;
  /** Whether it remembers to have read of a log. */
  readonly hasRead: () => Promise<boolean>;
};

/** One for each log: it belongs to no company. */
const nobody = '00000000-0000-0000-0000-000000000000';
const stream = streamName('installation', nobody, nobody);
const lookedAt = 1_000;

const anothers =
  'The event store holds the log of another installation: set EVENTSTORE_URL to the log, or DATABASE_URL to the database, that belongs to the other one, or restore both from one backup.';
const isGone =
  'The event store is empty, and this database has read a log before: set EVENTSTORE_URL to that log, or restore it from a backup.';

/** Ids of the installation whose keys these are. They outlive a change of PERSONAL_KEY. */
const identityOf = ({ keys }: Pick<EventStore, 'keys'>) => {
  const installationId = deriveId('installation', keys.digest('installation', 'id'));
  return { installationId, keyCheck: keys.digest('installation', installationId) };
};

/**
 * Makes sure that a log belongs to the database whose keys the store has, before anything else is written: its
 * founding event names both. A log that is empty gets that event as its first, one of before there were such gets it
 * when the database knows its companies. Idempotent; several may do it at once. Throws ForeignLog, StoreUnavailable.
 */
export const ownLog = async (
  store: Pick<EventStore, 'keys' | 'load' | 'append' | 'head' | 'subscribe'>,
  knowledge: Knowledge,
): Promise<void> => {
  const { installationId, keyCheck } = identityOf(store);
  const [founded] = await store.load(stream);
  if (founded) {
    const isOurs = founded.type === 'InstallationFounded' && founded.data.keyCheck === keyCheck;
    if (isOurs && founded.data.installationId === installationId) return;
    throw new ForeignLog(anothers);
  }
  if ((await store.head()) > 0) {
    if (!(await knowledge.knowsAny(await firstCompanies(store)))) throw new ForeignLog(anothers);
  } else if (await knowledge.hasRead()) throw new ForeignLog(isGone);
  const commandId = deriveId('found', installationId);
  const event = { type: 'InstallationFounded', data: { installationId, keyCheck } } as const;
  const metadata = {
    companyId: nobody,
    actor: { kind: 'system' },
    at: new Date().toISOString(),
    commandId,
  } as const;
  try {
    await store.append(stream, noStream, [
      { id: eventId(stream, commandId, 0), event, metadata, persons: [] },
    ]);
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error;
    throw new ForeignLog(anothers, { cause: error });
  }
};

/** Whose the first events of the log are. What cannot be read is nobody's that the database knows. */
const firstCompanies = async (store: Pick<EventStore, 'subscribe'>): Promise<readonly string[]> => {
  const found = new Set<string>();
  const enough = new AbortController();
  let seen = 0;
  try {
    for await (const { events, live } of store.subscribe({ maxBatch: 500, signal: enough.signal })) {
      for (const { companyId } of events) found.add(companyId);
      seen += events.length;
      if (live || seen >= lookedAt) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
  } finally {
    enough.abort();
  }
  return [...found];
};
