import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalKeyStore, SignalKeyStoreWithTransaction, SocketConfig } from '@whiskeysockets/baileys';
import { together } from '#eventstore/together.ts';
import type { Baileys } from '../baileys.ts';
import { envelopeOf } from '../inbound/envelope.ts';
import { type JournalEntry, journalType, parts, placeOf } from '../inbound/journal-entry.ts';
import { isHistory } from '../inbound/read-history.ts';
import { type Changes, merge } from './changes.ts';
import { prepareFirstMessages } from './first-messages.ts';
import { openAhead } from './open-ahead.ts';
import { recordsToRead, recordsToStore } from './session-record.ts';
import type { Sealed, Stanza, StanzaTracker } from './stanza-tracker.ts';

type MakeRepository = SocketConfig['makeSignalRepository'];
type Repository = ReturnType<MakeRepository>;
/**
 * The library's signal repository, with four promises of its own. Everything that moves a ratchet runs under
 * the one lock that sending uses, so that no step is lost when both directions are busy at once. And a
 * decrypted content is staged as one more key in that transaction: it is stored with the ratchet, in one
 * commit, before the library tells WhatsApp that the message has arrived. And a ratchet that encrypted is
 * stored before its ciphertext leaves: the library would send first and commit then, and after a crash
 * between the two use the same step again. And trying a session in vain changes nothing. What waits behind a
 * message is opened and stored together with it, some at a time. `store` is what transactions commit to; what the
 * phone tells of older messages is kept when the account `importsHistory`.
 */
export const makeJournalingRepository =
  (
    baileys: Baileys,
    tracker: StanzaTracker,
    { store, importsHistory }: { readonly store: SignalKeyStore; readonly importsHistory: boolean },
  ): MakeRepository =>
  (auth, logger, pnToLid) => {
    const keys = auth.keys as SignalKeyStoreWithTransaction;
    const encrypting = new AsyncLocalStorage<Changes>();
    const observed = observe(keys, encrypting);
    const plain = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
      { ...auth, keys: observed },
      logger,
      pnToLid,
    );
    const me = () =>
      'me' in auth.creds ? (auth.creds.me as { id: string; lid?: string } | undefined) : undefined;
    const locked = <T>(work: () => Promise<T>) => keys.transaction(work, me()?.id ?? 'unpaired');

    /** A message goes to several devices, the own phone's too: one write for all that is encrypted at the same time. */
    const storing = together<Changes, void>({
      waitMs: 'turn',
      write: async moved => {
        const changes: Changes = {};
        for (const each of moved) merge(changes, each);
        await store.set(changes);
      },
    });

    const storedFirst = <T>(encrypt: () => Promise<T>) =>
      locked(async () => {
        const moved: Changes = {};
        const encrypted = await encrypting.run(moved, encrypt);
        await storing.add(moved);
        return encrypted;
      });
    const open = async (ciphertext: Uint8Array, decrypt: () => Promise<Uint8Array>) => {
      const padded = await decrypt();
      const stanza = tracker.stanzaOf(ciphertext);
      const entry = stanza && entryOf(baileys, stanza, me(), padded);
      if (entry) await stage(keys, importsHistory ? entry : withoutHistory(entry));
      return padded;
    };
    const openSealed = (sealed: Sealed) => {
      const { ciphertext, author } = sealed;
      return open(ciphertext, () =>
        sealed.kind === 'group'
          ? plain.decryptGroupMessage({ group: sealed.group, authorJid: author, msg: ciphertext })
          : plain.decryptMessage({
              jid: author,
              type: sealed.kind === 'first' ? 'pkmsg' : 'msg',
              ciphertext,
            }),
      );
    };
    const prepare = prepareFirstMessages({ baileys, keys, repository: plain });
    const ahead = openAhead(tracker, { open: openSealed, prepare });
    const journalling = async (ciphertext: Uint8Array, decrypt: () => Promise<Uint8Array>) =>
      ahead.take(ciphertext) ??
      ahead.together(ciphertext, alsoNext =>
        locked(async () => {
          const padded = await open(ciphertext, decrypt);
          await alsoNext();
          return padded;
        }),
      );

    const wrapped: Repository = {
      ...plain,
      decryptMessage: options => journalling(options.ciphertext, () => plain.decryptMessage(options)),
      decryptGroupMessage: options => journalling(options.msg, () => plain.decryptGroupMessage(options)),
      encryptMessage: options => storedFirst(() => plain.encryptMessage(options)),
      encryptGroupMessage: options => storedFirst(() => plain.encryptGroupMessage(options)),
      getSenderKeyDistributionMessage: options =>
        locked(() => plain.getSenderKeyDistributionMessage(options)),
      processSenderKeyDistributionMessage: options =>
        locked(() => plain.processSenderKeyDistributionMessage(options)),
      injectE2ESession: options => locked(() => plain.injectE2ESession(options)),
      deleteSession: jids => locked(() => plain.deleteSession(jids)),
      migrateSession: (from, to) => locked(() => plain.migrateSession(from, to)),
    };
    return wrapped;
  };

/** Keys that note what an encryption moves, and keep of a session record what is to be kept. */
const observe = (
  keys: SignalKeyStoreWithTransaction,
  encrypting: AsyncLocalStorage<Changes>,
): SignalKeyStoreWithTransaction => ({
  ...keys,
  get: async (type, ids) => {
    const found = await keys.get(type, ids);
    return type === 'session' ? Object.assign(found, recordsToRead(found)) : found;
  },
  set: async data => {
    const changes: Changes = { ...data };
    if (data.session) {
      const before = await keys.get('session', Object.keys(data.session));
      changes.session = recordsToStore(before, data.session);
    }
    await keys.set(changes);
    const moved = encrypting.getStore();
    if (moved) merge(moved, changes);
  },
});

const entryOf = (
  baileys: Baileys,
  { node, encIndex }: Stanza,
  me: { readonly id: string; readonly lid?: string } | undefined,
  padded: Uint8Array,
): JournalEntry | undefined => {
  if (!me) return undefined;
  const attrs = envelopeOf(baileys, node, me);
  const plain = baileys.unpadRandomMax16(padded);
  if (attrs.participant && isOnlyKeys(baileys, plain)) return undefined;
  if (node.attrs.category !== 'peer') return { ...placeOf(attrs), encIndex, plain };
  if (attrs.fromMe && isHistory(baileys, plain)) return { ...placeOf(attrs), encIndex: parts.history, plain };
  return { ...placeOf(attrs), encIndex, plain: null, rejected: 'protocol' };
};

const withoutHistory = (entry: JournalEntry): JournalEntry =>
  entry.encIndex === parts.history ? { ...entry, plain: null, rejected: 'protocol' } : entry;

/** A group's key, sent ahead of the content in the same stanza. */
const isOnlyKeys = (baileys: Baileys, plain: Uint8Array): boolean => {
  const {
    senderKeyDistributionMessage,
    messageContextInfo: _,
    ...content
  } = baileys.proto.Message.toObject(baileys.proto.Message.decode(plain));
  return !!senderKeyDistributionMessage && Object.keys(content).length === 0;
};

const stage = async (keys: SignalKeyStoreWithTransaction, entry: JournalEntry): Promise<void> => {
  const id = [entry.chat, entry.participant, entry.stanzaId, entry.encIndex].join(' ');
  const data: Record<string, unknown> = { [journalType]: { [id]: entry } };
  await keys.set(data);
};
