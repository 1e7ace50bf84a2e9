import type { Logger } from 'pino';
import { createCommands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import type { Provider } from '#domain/connection/events.ts';
import { listen } from '#eventstore/database/listen.ts';
import { openPool } from '#eventstore/database/pool.ts';
import { openHeartbeat } from '#eventstore/follow/heartbeat.ts';
import type { EventStore } from '#eventstore/types.ts';
import { openJournal } from './inbound/journal.ts';
import { createLanes } from './inbound/lanes.ts';
import { wakeChannel } from './interface/channels.ts';
import { createCipher } from './keys/cipher.ts';
import { createKeyCache } from './keys/key-store.ts';
import { type FileSettings, openFiles } from './media/files.ts';
import { migrateConnector } from './migrate.ts';
import { openAbandoned } from './outbound/abandoned.ts';
import { pruneErased } from './outbound/erased-rows.ts';
import { followerName } from './outbound/follow-log.ts';
import { rememberQueued } from './outbound/just-queued.ts';
import { afterMerge } from './outbound/merged.ts';
import { pruneOutbox } from './outbound/prune-outbox.ts';
import { openReceiptNotes } from './outbound/receipt-notes.ts';
import type { SendingSettings } from './outbound/sender.ts';
import { persistently } from './retry.ts';
import { connectorRunners } from './runners.ts';
import { readWishes } from './session/chat-presence.ts';
import { connectionName } from './session/last-writes.ts';
import type { LeaseHolder } from './session/leases.ts';
import { defaultProbeEveryMs } from './session/liveness.ts';
import { answerChecks } from './session/number-checks.ts';
import { type Reading, shareReading } from './session/reading.ts';
import { keepSessions } from './session/sessions.ts';
import { createMediaHosts, createTransport } from './session/transport.ts';
import { silenceConsole } from './silence-console.ts';
import { watchUnhandledRejections } from './unhandled-rejections.ts';

export type ConnectorOptions = {
  readonly databaseUrl: string;
  readonly store: EventStore;
  readonly provider: Provider;
  readonly simulatorUrl: string | undefined;
  /** 32 bytes as base64; the same for all connectors of an installation. */
  readonly waKey: string;
  readonly media: FileSettings;
  readonly sending?: SendingSettings | undefined;
  readonly log: Logger;
  /** What this process is called where it holds leases, and which processes have ended; of no known past by default. */
  readonly holder?: LeaseHolder | undefined;
  /** How often WhatsApp is asked for a sign of life; 20 s by default. */
  readonly probeEveryMs?: number;
  /** Milliseconds since 1970, for what is kept for a time; tests put their own. */
  readonly now?: () => number;
  /** In which measure sockets are read; by default a thousand messages may wait in memory. */
  readonly reading?: Reading;
  /** Called when the connector cannot go on; it should be stopped then. */
  readonly onFailure: (error: unknown) => void;
};
export type Connector = {
  readonly sessions: () => number;
  /** Of everything that it runs besides its sessions. */
  readonly runners: readonly string[];
  /** Notification of rejections that nobody handles: the WhatsApp library's are no reason to end all other sessions. */
  readonly unheard: (error: unknown) => void;
  /** Ends the work in hand, closes the sockets without logging out and gives the leases back. */
  readonly stop: () => Promise<void>;
};

const inboundWidth = 12;
/** What is told of a message waits a moment for others, to be written down with them. */
const outboundWidth = 32;
const drainWithinMs = 3_000;
/** Well within a lease. */
const pausedTransactionMs = 5_000;
const pruneEveryMs = 3_600_000;

/**
 * Starts a connector: it holds the WhatsApp sessions of one provider's connections, as far as their leases are
 * free. Any number may run beside each other, in any number of processes; each process serves one provider.
 */
export const startConnector = async (options: ConnectorOptions): Promise<Connector> => {
  const { databaseUrl, store, provider, simulatorUrl, waKey, log, onFailure } = options;
  silenceConsole();
  const holder = options.holder ?? { owner: newId(), ended: [] };
  const pool = openPool(
    {
      connectionString: databaseUrl,
      max: 12,
      application_name: connectionName(holder.owner),
      // A paused process must not keep its rows from the one that takes over.
      idle_in_transaction_session_timeout: pausedTransactionMs,
    },
    log,
  );
  await migrateConnector(pool);
  const heartbeat = await openHeartbeat({ databaseUrl, service: followerName(provider), log });
  const stopping = new AbortController();
  const { signal } = stopping;
  const unheard = watchUnhandledRejections({ pool, provider, log, fail: onFailure });
  const cipher = createCipher(waKey);
  const journal = openJournal(pool, cipher);
  const inboundLanes = createLanes(inboundWidth);
  const outboundLanes = createLanes(outboundWidth);
  const historyLane = createLanes(1);
  const commands = createCommands({ store });
  const justQueued = rememberQueued();
  const files = await openFiles({
    ...{ databaseUrl, pool, store, commands, cipher, provider, log, signal },
    ...{ settings: options.media, owner: holder.owner },
    hosts: createMediaHosts(provider, simulatorUrl),
    socketOf: connectionId => sessions.socketOf(connectionId),
  });
  const context = {
    ...{ pool, store, commands, cipher, journal, files, inboundLanes, outboundLanes, historyLane, log },
    justQueued,
    receiptNotes: openReceiptNotes(pool),
    sending: options.sending ?? {},
    cache: createKeyCache(),
    transport: createTransport(provider, simulatorUrl),
    holder,
    probeEveryMs: options.probeEveryMs ?? defaultProbeEveryMs,
    now: options.now,
    reading: options.reading ?? shareReading(),
  };
  const sessions = keepSessions(context, provider);
  const abandoned = openAbandoned({ pool, commands, provider, log, signal });
  const heard = (payload: string) => {
    const [what, connectionId = '', more = ''] = payload.split(' ');
    if (what === 'send') sessions.wakeSender(connectionId);
    else if (what === 'retry') sessions.retry(connectionId);
    else if (what === 'media') files.wake();
    else if (what === 'removed') abandoned.wake();
    else if (what === 'watch' || what === 'typing') void heedPresence(what, connectionId, more);
    else if (what === 'check')
      void sessions
        .socketOf(connectionId)
        .then(socket => socket && answerChecks(context, connectionId, socket));
    else sessions.wake();
  };
  const heedPresence = async (what: 'watch' | 'typing', connectionId: string, more: string) => {
    const presence = await sessions.presenceOf(connectionId).catch(() => undefined);
    if (what === 'watch') await presence?.watch(readWishes(more));
    else for (const wish of readWishes(more)) await presence?.typing(wish, wish.on);
  };
  const listening = listen({
    from: { connectionString: databaseUrl, application_name: 'connector listener' },
    channels: [wakeChannel],
    log,
    heard: (_channel, payload) => heard(payload),
    listening: sessions.wake,
  });
  const onErased = async ({
    companyId,
    data: { contactId },
  }: {
    companyId: string;
    data: { contactId: string };
  }) => {
    context.cache.clear();
    justQueued.forget();
    await persistently(() => commands.contact.refresh(companyId, { contactId }), { signal });
  };
  const onMerged = afterMerge({ contacts: commands.contact, pictures: files.pictures, log, signal });
  const followed = { pool, store, provider, log, signal, report: heartbeat.follower(followerName(provider)) };
  const asked = { isOthers: commands.contact.isOthers, isTicketOf: commands.ticket.isOf };
  const following = { ...followed, ...asked, justQueued, onErased, onMerged, hear: commands.hear };
  const onPurged = () => context.cache.clear();
  const runners = connectorRunners({ provider, following, files, abandoned, onPurged });
  const running = runners.map(({ run }) =>
    run().catch(error => {
      if (!signal.aborted) onFailure(error);
    }),
  );
  const prune = () => {
    void persistently(journal.prune, { signal, tries: 1 }).catch(() => undefined);
    void persistently(() => pruneOutbox(pool), { signal, tries: 1 }).catch(() => undefined);
    void persistently(() => pruneErased(pool), { signal, tries: 1 }).catch(() => undefined);
    void files.prune();
    sessions.retryAll();
  };
  prune();
  const pruning = setInterval(prune, pruneEveryMs);

  return {
    sessions: sessions.count,
    runners: runners.map(({ name }) => name),
    unheard,
    stop: async () => {
      clearInterval(pruning);
      stopping.abort();
      await listening.close();
      const gaveUp = new Promise<void>(resolve => setTimeout(resolve, drainWithinMs).unref());
      await Promise.race([Promise.all([inboundLanes.idle(), outboundLanes.idle()]), gaveUp]);
      await sessions.close();
      // What is not remembered as done is only taken in once more.
      await journal.close().catch(() => undefined);
      await Promise.all(running);
      await heartbeat.close();
      await pool.end();
    },
  };
};
