import { z } from 'zod';
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
export const foundingStream = streamName('installation', nobody, nobody);
export const lookedAt = 1_000;

const anothers =
  'The event store holds the log of another installation: set EVENTSTORE_URL to the log, or DATABASE_URL to the database, that belongs to the other one, or restore both from one backup.';
const isGone =
  'The event store is empty, and this database has read a log before: set EVENTSTORE_URL to that log, or restore it from a backup.';

type Digest = EventStore['keys']['digest'];

/** Ids of the installation whose keys these are. They outlive a change of PERSONAL_KEY. */
const identityOf = (digest: Digest) => {
  const installationId = deriveId('installation', digest('installation', 'id'));
  return { installationId, keyCheck: digest('installation', installationId) };
};

/** What is seen of a log before anything is written to it. */
export type LogSeen = {
  readonly isEmpty: boolean;
  /** What its founding event says; undefined where there is none. */
  readonly founding: unknown;
  /** Whose its first thousand events are. */
  readonly companies: () => Promise<readonly string[]>;
};

/**
 * Whether a log says that it belongs to the database with these keys, or may be founded by it. Changes nothing. Throws
 * ForeignLog.
 */
export const judgeLog = async (
  { isEmpty, founding, companies }: LogSeen,
  knowledge: Knowledge,
  digest: Digest,
): Promise<'founded' | 'to be founded'> => {
  if (founding !== undefined) {
    const { installationId, keyCheck } = identityOf(digest);
    const found = identity.safeParse(founding).data;
    if (found?.keyCheck === keyCheck && found.installationId === installationId) return 'founded';
    throw new ForeignLog(anothers);
  }
  if (!isEmpty && !(await knowledge.knowsAny(await companies()))) throw new ForeignLog(anothers);
  if (isEmpty && (await knowledge.hasRead())) throw new ForeignLog(isGone);
  return 'to be founded';
};

const identity = z.object({ installationId: z.string(), keyCheck: z.string() });

/**
 * Makes sure that a log belongs to the database whose keys the store has, before anything else is written: its
 * founding event names both. A log that is empty gets that event as its first, one of before there were such gets it
 * when the database knows its companies. Idempotent; several may do it at once. Throws ForeignLog, StoreUnavailable.
 */
export const ownLog = async (
  store: Pick<EventStore, 'keys' | 'load' | 'append' | 'head' | 'subscribe'>,
  knowledge: Knowledge,
): Promise<void> => {
  const { digest } = store.keys;
  if ((await judgeLog(await seenIn(store), knowledge, digest)) === 'founded') return;
  const { installationId, keyCheck } = identityOf(digest);
  const commandId = deriveId('found', installationId);
  const event = { type: 'InstallationFounded', data: { installationId, keyCheck } } as const;
  const metadata = {
    companyId: nobody,
    actor: { kind: 'system' },
    at: new Date().toISOString(),
    commandId,
  } as const;
  try {
    await store.append(foundingStream, noStream, [
      { id: eventId(foundingStream, commandId, 0), event, metadata, persons: [] },
    ]);
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error;
    throw new ForeignLog(anothers, { cause: error });
  }
};

/** What is seen of a log by its store. Throws StoreUnavailable. */
export const seenIn = async (store: Pick<EventStore, 'load' | 'head' | 'subscribe'>): Promise<LogSeen> => ({
  isEmpty: (await store.head()) === 0,
  founding: (await store.load(foundingStream))[0]?.data,
  companies: () => firstCompanies(store),
});

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
