import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Baileys } from '../baileys.ts';
import { type JournalEntry, type JournalRow, journalType } from '../inbound/journal-entry.ts';
import { noteError } from '../ledger.ts';
import { persistently } from '../retry.ts';
import { type FencingToken, LeaseLost } from '../session/leases.ts';
import { storableId } from '../storable.ts';
import type { Cipher } from './cipher.ts';
import { openJournalTurns } from './journal-turns.ts';
import { setAndJournal, setOnly } from './key-statements.ts';
import { type Change, rowsOf, type Stored, sorted } from './key-values.ts';
import { storeOrSetAside } from './set-aside.ts';
import { rememberUnsure } from './unsure-entries.ts';

/** Recently used keys of all sessions of this process, as the text that is stored. '' is known to be absent. */
export type KeyCache = LRUCache<string, string>;

export const createKeyCache = (bytes = 24 * 1024 * 1024): KeyCache =>
  new LRUCache({ maxSize: bytes, sizeCalculation: (text, key) => text.length + key.length + 64 });

type Dependencies = {
  readonly pool: Pool;
  readonly cipher: Cipher;
  readonly cache: KeyCache;
  readonly baileys: Baileys;
  /** Called after the commit that stored these rows. */
  readonly onJournalled: (rows: readonly JournalRow[]) => void;
  /** What must be the account's newest for anything to be written; else `set` rejects with LeaseLost. */
  readonly fencing: FencingToken;
  readonly onLeaseLost: () => void;
  /** Resolves when the credentials are stored as they are now. */
  readonly credentialsStored: () => Promise<void>;
};

export type KeyStore = SignalKeyStore & {
  /** What is stored of a type that the library does not know, by id. */
  readonly find: (type: string, ids: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;
  /**
   * Refuses further writes, waits for Postgres no longer, and resolves when what is under way has ended: the next
   * socket starts from there.
   */
  readonly close: () => Promise<void>;
};

/**
 * Signal keys of one account in Postgres. Every `set` is one statement, so that what it holds is stored
 * together or not at all: ratchets, and the plaintexts staged with them (see the signal repository). A message that
 * Postgres will not take in is counted in the ledger as set aside, and all else is stored.
 * Reads come from a bounded cache that is written only after the commit. While Postgres is out of reach everything
 * waits, until the store is closed: to the library, a message whose keys cannot be read is one that cannot be opened,
 * and it goes on with the next. Throws what else Postgres throws.
 */
export const openKeyStore = (account: string, dependencies: Dependencies): KeyStore => {
  const { pool, cipher, cache, baileys, fencing, onJournalled } = dependencies;
  const { BufferJSON, proto } = baileys;
  const place = (type: string, id: string) => `${account}/${type}/${id}`;
  // What another process wrote meanwhile is not known to what was cached before.
  const cached = (type: string, id: string) => `${account}/${fencing.epoch}/${type}/${id}`;
  /** What was written while each of the reads under way lasts: those may have been too early. */
  const reads = new Set<Set<string>>();
  const unsure = rememberUnsure(pool, account);
  const inTurn = openJournalTurns();
  let atOnce = 0;
  const open = new AbortController();
  let underWay: Promise<unknown> = Promise.resolve();

  const outlast = <T>(work: () => Promise<T>): Promise<T> => {
    const { signal } = open;
    return signal.aborted ? work() : persistently(work, { signal, tries: 1, back });
  };

  const load = async (type: string, ids: readonly string[]) => {
    const names = new Map(ids.map(id => [storableId(id), id]));
    const outdated = new Set<string>();
    reads.add(outdated);
    const { rows } = await outlast(() =>
      pool.query<{ id: string; value: Buffer }>({
        name: 'wa-key-get',
        text: 'select id, value from connector.wa_key where account = $1 and type = $2 and id = any($3)',
        values: [account, type, [...names.keys()]],
      }),
    ).finally(() => reads.delete(outdated));
    const found = new Map(
      rows.map(row => {
        const id = names.get(row.id) ?? row.id;
        return [id, cipher.open(row.value, place(type, id)).toString()];
      }),
    );
    if (isCached(type)) {
      for (const id of ids)
        if (!outdated.has(place(type, id))) cache.set(cached(type, id), found.get(id) ?? '');
    }
    return found;
  };

  const textsOf = async (type: string, ids: readonly string[]) => {
    const texts = new Map<string, string>();
    const missing: string[] = [];
    for (const id of ids) {
      const text = isCached(type) ? cache.get(cached(type, id)) : undefined;
      if (text === undefined) missing.push(id);
      else texts.set(id, text);
    }
    if (missing.length > 0) for (const [id, text] of await load(type, missing)) texts.set(id, text);
    return [...texts].filter(([, text]) => text !== '');
  };

  const find = async (type: string, ids: readonly string[]) => {
    const texts = await textsOf(type, ids);
    return Object.fromEntries(texts.map(([id, text]) => [id, JSON.parse(text)]));
  };

  const get = async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
    const values: { [id: string]: SignalDataTypeMap[T] } = {};
    for (const [id, text] of await textsOf(type, ids)) {
      const value = mayHoldBytes.test(text) ? JSON.parse(text, BufferJSON.reviver) : JSON.parse(text);
      values[id] =
        type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value;
    }
    return values;
  };

  const set = async (data: SignalDataSet) => {
    open.signal.throwIfAborted();
    await outlast(async () => {
      // Which pre-keys WhatsApp has been given is in the credentials: a number given twice would be two keys.
      if (data['pre-key'] && Object.values(data['pre-key']).some(key => key))
        await dependencies.credentialsStored();
      open.signal.throwIfAborted();
      const writing = write(data);
      // Without what was settled: each would hold the one before.
      underWay = Promise.allSettled([underWay, writing]).then(() => undefined);
      await writing;
    });
  };

  /** What an encryption stored before its ciphertext left comes once more when its transaction ends. */
  const isNews = ({ type, id, text }: Change) => !isCached(type) || cache.get(cached(type, id)) !== text;

  const write = async (data: SignalDataSet) => {
    const { changes: all, entries } = sorted(data, value => JSON.stringify(value, BufferJSON.replacer));
    const changes = atOnce === 0 ? all.filter(isNews) : all;
    if (changes.length === 0 && entries.length === 0) return;
    atOnce += 1;
    try {
      const { stored: rows, entries: kept } = await settingAside(entries, each =>
        inTurn(each, () => put(changes, each)),
      );
      if (!rows[0]?.held) throw new LeaseLost();
      for (const { type, id, text } of changes) if (isCached(type)) cache.set(cached(type, id), text);
      const journalled = await unsure.withEarlier(rowsOf(kept, rows), kept);
      if (journalled.length > 0) onJournalled(journalled);
    } catch (error) {
      unsure.failed(entries);
      for (const { type, id } of changes) cache.delete(cached(type, id));
      if (error instanceof LeaseLost) dependencies.onLeaseLost();
      throw error;
    } finally {
      for (const outdated of reads) for (const { type, id } of changes) outdated.add(place(type, id));
      atOnce -= 1;
    }
  };

  /** In one statement: together or not at all. */
  const put = async (changes: readonly Change[], entries: readonly JournalEntry[]) => {
    const kept = changes.filter(change => change.text !== '');
    const gone = changes.filter(change => change.text === '');
    const keyValues = [
      account,
      fencing.holder,
      kept.map(change => change.type),
      kept.map(change => storableId(change.id)),
      kept.map(change => cipher.seal(change.text, place(change.type, change.id))),
      gone.map(change => change.type),
      gone.map(change => storableId(change.id)),
      fencing.epoch,
    ];
    const entryValues = [
      entries.map(entry => entry.chat),
      entries.map(entry => entry.participant),
      entries.map(entry => entry.stanzaId),
      entries.map(entry => entry.encIndex),
      entries.map(entry => JSON.stringify(entry.attrs)),
      entries.map(({ plain, stanzaId }) => plain && cipher.seal(plain, place(journalType, stanzaId))),
      entries.map(entry => entry.rejected ?? null),
    ];
    const { rows } = await pool.query<Stored>(
      entries.length > 0
        ? { name: 'wa-key-journal', text: setAndJournal, values: [...keyValues, ...entryValues] }
        : { name: 'wa-key-set', text: setOnly, values: keyValues },
    );
    return rows;
  };

  const settingAside = storeOrSetAside(() => noteError(pool, account, 'set-aside'));

  return {
    get,
    find,
    set,
    close: async () => {
      open.abort(new Error('the socket of these keys has ended'));
      await underWay;
    },
  };
};

/** Between two tries: the chats wait as long. */
const back = { firstMs: 50, longestMs: 500 };

/** Pre-keys are used once: keeping them would only push out what is used again. */
const isCached = (type: string) => type !== 'pre-key';

/** What the library writes for bytes, or reads as such: an object with numbers for names. */
const mayHoldBytes = /"Buffer"|\{\s*"[\s+\-\d]/;
