import { Duplex } from 'node:stream';
import type { BinaryNode, ConnectionState, WAMessage } from '@whiskeysockets/baileys';
import type { Baileys, Socket } from '../baileys.ts';
import { silentLogger } from '../baileys.ts';
import { cleanEnvelope, isList } from '../inbound/envelope.ts';
import { userOf } from '../inbound/jids.ts';
import { type Envelope, type JournalEntry, parts, placeOf } from '../inbound/journal-entry.ts';
import { queueStanzas } from '../inbound/stanza-queue.ts';
import { watchStanzas } from '../inbound/watch-stanzas.ts';
import type { Credentials } from '../keys/credentials.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { makeJournalingRepository } from '../keys/signal-repository.ts';
import { trackStanzas } from '../keys/stanza-tracker.ts';
import { keepUserDevices } from '../keys/user-devices.ts';
import type { Receipt } from '../outbound/receipt.ts';
import { holdReceipts } from '../outbound/receipt-stanzas.ts';
import { storableJid } from '../storable.ts';
import { forLibrary } from '../unhandled-rejections.ts';
import type { AddressBook } from './address-book.ts';
import type { PresenceUpdate } from './chat-presence.ts';
import { corkTurns } from './cork-turns.ts';
import { rememberGroups } from './group-members.ts';
import { watchLiveness } from './liveness.ts';
import { type LineReading, lineOf, type Reading } from './reading.ts';
import type { Transport } from './transport.ts';

/** What a socket tells while it lives. After `closed` it tells nothing. */
export type SocketEvents = {
  readonly qr: (code: string) => void;
  readonly paired: () => void;
  readonly open: () => void;
  readonly closed: (code: number | undefined, message: string) => void;
  readonly acknowledged: (waId: string, error: string | undefined) => void;
  /** Resolves when they may be acknowledged. */
  readonly receipts: (receipts: readonly Receipt[]) => Promise<void>;
  /** Something was received that is not journalled with a ratchet. */
  readonly journal: (entry: JournalEntry) => void;
  readonly groupNamed: (jid: string, subject: string) => void;
  /** WhatsApp told that a LID and a number are one person. */
  readonly identityLearned: (identity: { readonly lid: string; readonly number: string }) => void;
  readonly pictureChanged: (jid: string) => void;
  readonly presence: (update: PresenceUpdate) => void;
  /** Something new came from a chat. */
  readonly wrote: (jid: string) => void;
};

export type SocketDependencies = {
  readonly baileys: Baileys;
  readonly transport: Transport;
  readonly credentials: Credentials;
  readonly keys: KeyStore;
  readonly addressBook: AddressBook;
  /** Whether the phone is asked for all it has, and what it tells is journalled. */
  readonly importsHistory: boolean;
  readonly events: SocketEvents;
  /** How often the server is asked for a sign of life. */
  readonly probeEveryMs: number;
  /** Milliseconds since 1970; tests put their own. */
  readonly now?: (() => number) | undefined;
  readonly reading: Reading;
  readonly getMessage: (waId: string) => Promise<WAMessage['message'] | undefined>;
};

export type OpenSocket = {
  readonly socket: Socket;
  /** Ends the socket without logging out. Nothing is told any more. */
  readonly end: () => Promise<void>;
};

const closeWithinMs = 1_500;
/** The library's own asking for signs of life; see watchLiveness. */
const never = 86_400_000;

/** Opens a socket on the account's credentials, or on fresh ones to be paired. Rejects when there is no way to go. */
export const openSocket = async (dependencies: SocketDependencies): Promise<OpenSocket> => {
  const { baileys, transport, credentials, importsHistory, events, probeEveryMs, reading, getMessage } =
    dependencies;
  const { keys: stored, addressBook } = dependencies;
  const keys = { ...stored, get: forLibrary(stored.get), set: forLibrary(stored.set) };
  const tracker = trackStanzas();
  const groups = rememberGroups();
  const devices = keepUserDevices(keys, dependencies.now);
  const socket = baileys.makeWASocket({
    ...(await transport(baileys)),
    auth: { creds: credentials.creds, keys },
    logger: silentLogger,
    syncFullHistory: importsHistory,
    // The library would fetch it without a record of how far it came; what is wanted is in the journal.
    shouldSyncHistoryMessage: () => false,
    keepAliveIntervalMs: never,
    // The library would time each stanza that it writes, at the cost of three stack traces; see watchLiveness.
    connectTimeoutMs: 0,
    makeSignalRepository: makeJournalingRepository(baileys, tracker, { store: keys, importsHistory }),
    shouldIgnoreJid: jid => baileys.isJidStatusBroadcast(jid) || baileys.isJidNewsletter(jid) === true,
    getMessage: forLibrary(async key => (key.id ? ((await getMessage(key.id)) ?? undefined) : undefined)),
    cachedGroupMetadata: groups.of,
    userDevicesCache: devices,
    transactionOpts: { maxCommitRetries: 10, delayBetweenTriesMs: 500 },
  });
  const queue = queueStanzas(socket, {
    changed: () => {
      line.changed();
      addressBook.changed();
    },
    done: tracker.done,
  });
  socket.ws.on('open', () => {
    const stream: unknown = Reflect.get(lineOf(socket.ws) ?? {}, '_socket');
    if (stream instanceof Duplex) corkTurns(stream);
  });
  const line: LineReading = reading.open(socket, queue.waiting);
  holdReceipts(socket, events.receipts);
  tracker.attach(socket);
  groups.attach(socket);
  devices.attach(socket, groups.membersOf);
  watchStanzas(socket, { baileys, me: () => credentials.creds.me, keep: events.journal });
  let ended = false;
  const stopWatching = watchLiveness(socket, {
    probeEveryMs,
    isPaused: line.isPaused,
    onSilent: () => {
      if (ended) return;
      endNow();
      void socket.end(undefined).catch(() => undefined);
      events.closed(408, 'nothing is heard any more');
    },
  });
  const endNow = () => {
    ended = true;
    stopWatching();
    line.release();
  };

  addressBook.attach(socket, queue.waiting);
  socket.ev.on('creds.update', credentials.save);
  socket.ev.on('creds.update', ({ myAppStateKeyId }) => {
    if (myAppStateKeyId && !credentials.creds.me?.name) void learnOwnName(socket);
  });
  socket.ev.on('connection.update', update => {
    if (!ended) tell(events, update, endNow);
  });
  socket.ev.on('messages.upsert', ({ messages, requestId }) => {
    for (const message of messages) {
      if (message.category === 'peer') continue;
      if (message.messageStubType === baileys.WAMessageStubType.CIPHERTEXT)
        events.journal(entryOfMessage(message, parts.unreadable, null));
      else if (requestId && message.message)
        events.journal(
          entryOfMessage(message, parts.resent, baileys.proto.Message.encode(message.message).finish()),
        );
    }
  });
  socket.ev.on('groups.update', updates => {
    for (const { id, subject } of updates) if (id && subject) events.groupNamed(id, subject);
  });
  socket.ev.on('contacts.update', updates => {
    for (const { id, imgUrl } of updates) if (id && typeof imgUrl === 'string') events.pictureChanged(id);
  });
  socket.ev.on('presence.update', events.presence);
  socket.ev.on('lid-mapping.update', ({ lid, pn }) =>
    events.identityLearned({ lid: userOf(storableJid(lid)), number: userOf(storableJid(pn)) }),
  );
  // The library tells of a message later than of what its writer does next.
  socket.ws.on('CB:message', ({ attrs }: BinaryNode) => {
    const from = withoutDevice(isList(attrs.from) ? attrs.participant : attrs.from);
    if (from && !ended) events.wrote(from);
  });
  socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    if (!ended && attrs.id) events.acknowledged(attrs.id, attrs.error);
  });

  const end = async () => {
    endNow();
    const gaveUp = new Promise<void>(resolve => setTimeout(resolve, closeWithinMs).unref());
    await Promise.race([socket.end(undefined).catch(() => undefined), gaveUp]);
  };
  return { socket, end };
};

/** Without it the account is never seen online. The library learns it with the history, which it is not given. */
const learnOwnName = async (socket: Socket): Promise<void> => {
  await socket.resyncAppState(['critical_block'], true).catch(() => undefined);
  await socket.sendPresenceUpdate('available').catch(() => undefined);
};

const tell = (events: SocketEvents, update: Partial<ConnectionState>, end: () => void): void => {
  if (update.qr) events.qr(update.qr);
  if (update.isNewLogin) events.paired();
  if (update.connection === 'open') events.open();
  if (update.connection !== 'close') return;
  end();
  const error = update.lastDisconnect?.error;
  const code = error && 'output' in error ? error.output.statusCode : undefined;
  events.closed(code, error?.message ?? '');
};

const entryOfMessage = (message: WAMessage, encIndex: number, plain: Uint8Array | null): JournalEntry => ({
  ...placeOf(envelopeOfMessage(message)),
  encIndex,
  plain,
});

const envelopeOfMessage = ({ key, messageTimestamp, pushName }: WAMessage): Envelope =>
  cleanEnvelope({
    id: key.id ?? '',
    fromMe: key.fromMe === true,
    remoteJid: withoutDevice(isList(key.remoteJid) ? key.participant : key.remoteJid) ?? '',
    remoteJidAlt: key.fromMe ? null : withoutDevice(key.remoteJidAlt),
    participant: isList(key.remoteJid) ? null : withoutDevice(key.participant),
    participantAlt: withoutDevice(key.participantAlt),
    sentAt: Number(messageTimestamp ?? 0),
    pushName: pushName ?? null,
  });

const withoutDevice = (jid: string | null | undefined) => jid?.replace(/:\d+@/, '@') || null;
