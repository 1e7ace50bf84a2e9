import { randomBytes } from 'node:crypto';
import type { SignalDataSet } from '@whiskeysockets/baileys';
import * as baileys from '@whiskeysockets/baileys';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import type { JournalEntry, JournalRow } from '../inbound/journal-entry.ts';
import { migrateConnector } from '../migrate.ts';
import { LeaseLost } from '../session/leases.ts';
import { createCipher } from './cipher.ts';
import { openCredentials, wipeAccount } from './credentials.ts';
import { createKeyCache, openKeyStore } from './key-store.ts';

const account = '01990000-0000-7000-8000-000000000002';
const fencing = { holder: 'this process', epoch: 3 };
const cipher = createCipher(Buffer.alloc(32, 3).toString('base64'));

describe('keys in Postgres', () => {
  let database: TestDatabase;
  let pool: Pool;
  let journalled: JournalRow[] = [];
  let lost = 0;
  let stored: () => Promise<unknown> = async () => undefined;
  const open = (cache = createKeyCache(), token = fencing) =>
    openKeyStore(account, {
      ...{ pool, cipher, cache, baileys },
      onJournalled: rows => void journalled.push(...rows),
      fencing: token,
      onLeaseLost: () => {
        lost += 1;
      },
      credentialsStored: async () => {
        await stored();
      },
    });
  const entry = (stanzaId: string, encIndex = 0): JournalEntry => ({
    ...{ chat: '1@lid', participant: '', stanzaId, encIndex, plain: Buffer.from(`texto ${stanzaId}`) },
    attrs: {
      ...{ id: stanzaId, fromMe: false, remoteJid: '1@lid', remoteJidAlt: null, participant: null },
      ...{ participantAlt: null, sentAt: 1, pushName: 'Ana' },
    },
  });
  const withJournal = (entries: JournalEntry[], more: SignalDataSet = {}): SignalDataSet => {
    const journal = Object.fromEntries(entries.map(each => [`${each.stanzaId} ${each.encIndex}`, each]));
    return Object.assign({ 'inbox-journal': journal }, more);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    await Promise.all([migrateConnector(pool), migrateConnector(pool)]);
  });
  afterEach(() => vi.restoreAllMocks());
  beforeEach(async () => {
    journalled = [];
    lost = 0;
    stored = async () => undefined;
    await pool.query(
      'truncate connector.wa_key, connector.wa_creds, connector.inbox_journal, connector.session, connector.ledger',
    );
    await pool.query(
      `insert into connector.session (connection_id, company_id, provider, lease_owner, lease_epoch)
       values ($1, $1, 'simulator', $2, $3)`,
      [account, fencing.holder, fencing.epoch],
    );
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('gives back what was set, to this process and to another', async () => {
    const value = Uint8Array.from(randomBytes(20));
    const store = open();
    await store.set({ session: { '1.0': value, '2.0': value }, 'lid-mapping': { '55': '99' } });
    await store.set({ session: { '2.0': null } });
    for (const each of [store, open()]) {
      const found = await each.get('session', ['1.0', '2.0', '3.0']);
      expect(Object.keys(found)).toEqual(['1.0']);
      expect(Buffer.from(found['1.0'] ?? []).equals(value)).toBe(true);
      expect(await each.get('lid-mapping', ['55'])).toEqual({ '55': '99' });
    }
  });

  it('keeps neither keys nor messages readable in the tables', async () => {
    await open().set(withJournal([entry('A')], { 'lid-mapping': { '55': 'segredo' } }));
    const { rows } = await pool.query(
      `select encode(value, 'escape') v from connector.wa_key
       union all select encode(plain, 'escape') from connector.inbox_journal`,
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/segredo|texto/);
  });

  it('stores a ratchet and its message together, or neither', async () => {
    const cache = createKeyCache();
    const store = open(cache);
    await store.set({ 'lid-mapping': { '55': 'antes' } });
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before insert on connector.inbox_journal for each row execute function refuse()`);
    const both = withJournal([entry('A')], { 'lid-mapping': { '55': 'depois' } });
    await expect(store.set(both)).rejects.toThrow();
    await pool.query('drop function refuse cascade');
    expect(await store.get('lid-mapping', ['55'])).toEqual({ '55': 'antes' });
    expect(journalled).toEqual([]);
    await store.set(withJournal([entry('A')], { 'lid-mapping': { '55': 'depois' } }));
    expect(await store.get('lid-mapping', ['55'])).toEqual({ '55': 'depois' });
    expect(journalled.map(row => row.stanzaId)).toEqual(['A']);
  });

  it('stores keys under whatever names they have', async () => {
    const names = ['7\0.0', '7\uFFFD.0', '7\ud800.0', `${'7'.repeat(9_000)}.0`];
    const mappings = Object.fromEntries(names.map((name, index) => [name, `value ${index}`]));
    await open().set({ 'lid-mapping': mappings });
    expect(await open().get('lid-mapping', names)).toEqual(mappings);
    await open().set({ 'lid-mapping': { [names[0] ?? '']: null } });
    expect(Object.keys(await open().get('lid-mapping', names))).toEqual(names.slice(1));
  });

  it('counts a message that Postgres will not take in as set aside, and stores all else', async () => {
    const spoilt = { ...entry('B'), encIndex: 2 ** 40 };
    const store = open();
    for (let delivered = 0; delivered < 2; delivered += 1)
      await store.set(withJournal([entry('A'), spoilt, entry('C')], { 'lid-mapping': { '55': 'depois' } }));
    expect(await open().get('lid-mapping', ['55'])).toEqual({ '55': 'depois' });
    expect(journalled.map(row => row.stanzaId)).toEqual(['A', 'C']);
    const { rows } = await pool.query('select received, shown, rejected, last_error from connector.ledger');
    expect(rows).toEqual([{ received: 3, shown: 0, rejected: { 'set-aside': 1 }, last_error: 'set-aside' }]);
  });

  it('does not write again what is stored so already', async () => {
    const versions = async () => {
      const { rows } = await pool.query('select id, xmin::text from connector.wa_key order by id');
      return rows;
    };
    const store = open();
    await store.set({ 'lid-mapping': { '55': 'um', '66': 'dois' } });
    const before = await versions();
    await store.set({ 'lid-mapping': { '55': 'um' } });
    expect(await versions()).toEqual(before);
    await store.set({ 'lid-mapping': { '55': 'um', '66': 'outro' } });
    const after = await versions();
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).not.toEqual(before[1]);
    await store.set({ 'lid-mapping': { '55': null } });
    await store.set({ 'lid-mapping': { '55': 'um' } });
    expect(await open().get('lid-mapping', ['55', '66'])).toEqual({ '55': 'um', '66': 'outro' });
  });

  it('journals messages that are stored together in their order', async () => {
    const ids = Array.from({ length: 16 }, (_, n) => String((n * 7) % 16));
    await open().set(withJournal(ids.map(id => entry(`A${id}`))));
    expect(journalled.map(row => row.stanzaId)).toEqual(ids.map(id => `A${id}`));
  });

  it('journals a message once, and both parts of a first group message', async () => {
    const store = open();
    await store.set(withJournal([entry('A'), entry('A', 1)]));
    await store.set(withJournal([entry('A')]));
    expect(journalled.map(row => [row.stanzaId, row.encIndex])).toEqual([
      ['A', 0],
      ['A', 1],
    ]);
  });

  it('waits while Postgres is out of reach, and no longer once its socket has ended', async () => {
    const [store, other] = [open(), open()];
    const query = pool.query.bind(pool);
    let tries = 0;
    const away = vi.spyOn(pool, 'query').mockImplementation(async () => {
      tries += 1;
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    const both = Promise.all([
      store.set(withJournal([entry('A')], { 'lid-mapping': { '55': '99' } })),
      store.get('lid-mapping', ['56']),
    ]);
    const left = expect(other.get('lid-mapping', ['57'])).rejects.toThrow('ended');
    await vi.waitUntil(() => tries > 6, { timeout: 30_000 });
    await other.close();
    await left;
    away.mockImplementation(query);
    await both;
    expect(journalled.map(row => row.stanzaId)).toEqual(['A']);
    expect(await open().get('lid-mapping', ['55'])).toEqual({ '55': '99' });
  });

  it('writes nothing for a socket that has ended', async () => {
    const store = open();
    await store.close();
    await expect(store.set({ 'lid-mapping': { '55': '99' } })).rejects.toThrow('ended');
  });

  it('writes nothing for who does not hold the account any more, and tells', async () => {
    const store = open();
    const credentials = await openCredentials(account, { pool, cipher, baileys, fencing });
    await store.set({ 'lid-mapping': { '55': 'mine' } });
    await pool.query(`update connector.session set lease_owner = 'another process'`);
    const late = store.set(withJournal([entry('A')], { 'lid-mapping': { '55': 'late' } }));
    await expect(late).rejects.toThrow(LeaseLost);
    await expect(store.set({ 'lid-mapping': { '55': null } })).rejects.toThrow(LeaseLost);
    credentials.save();
    await expect(credentials.flush()).rejects.toThrow(LeaseLost);
    expect(lost).toBe(2);
    expect(journalled).toEqual([]);
    expect(await open().get('lid-mapping', ['55'])).toEqual({ '55': 'mine' });
    const { rowCount } = await pool.query('select from connector.inbox_journal');
    expect(rowCount).toBe(0);
  });

  it('writes nothing of an earlier epoch of the same process, which reads anew what another wrote', async () => {
    const cache = createKeyCache();
    const early = open(cache);
    await early.set({ 'lid-mapping': { '55': 'early' } });
    await pool.query(`update connector.session set lease_owner = 'another process', lease_epoch = 4`);
    const another = open(createKeyCache(), { holder: 'another process', epoch: 4 });
    await another.set({ 'lid-mapping': { '55': 'later' } });
    await pool.query('update connector.session set lease_owner = $1, lease_epoch = 5', [fencing.holder]);
    expect(await open(cache, { ...fencing, epoch: 5 }).get('lid-mapping', ['55'])).toEqual({ '55': 'later' });
    await expect(early.set({ 'lid-mapping': { '55': 'late' } })).rejects.toThrow(LeaseLost);
    const credentials = await openCredentials(account, { pool, cipher, baileys, fencing });
    credentials.save();
    await expect(credentials.flush()).rejects.toThrow(LeaseLost);
  });

  it('stores which pre-keys are given out before the keys themselves', async () => {
    const pair = { public: randomBytes(32), private: randomBytes(32) };
    const seen: unknown[] = [];
    stored = async () => seen.push((await pool.query('select from connector.wa_key')).rowCount);
    await open().set({ 'pre-key': { '1': pair } });
    await open().set({ 'pre-key': { '1': null } });
    expect(seen).toEqual([0]);
  });

  it('keeps the newest credentials, however fast they change', async () => {
    const credentials = await openCredentials(account, { pool, cipher, baileys, fencing });
    for (let count = 1; count <= 20; count += 1) {
      credentials.creds.accountSyncCounter = count;
      credentials.save();
    }
    await credentials.flush();
    const again = await openCredentials(account, { pool, cipher, baileys, fencing });
    expect(again.creds.accountSyncCounter).toBe(20);
    expect(again.creds.registrationId).toBe(credentials.creds.registrationId);
  });

  it('stores nothing of an account whose socket has ended: what is forgotten stays forgotten', async () => {
    const credentials = await openCredentials(account, { pool, cipher, baileys, fencing });
    credentials.save();
    await credentials.close();
    expect((await pool.query('select from connector.wa_creds')).rowCount).toBe(1);
    await wipeAccount(account, { pool, cache: createKeyCache(), fencing });
    credentials.save();
    await credentials.close();
    expect((await pool.query('select from connector.wa_creds')).rowCount).toBe(0);
  });

  it('forgets a pairing whole', async () => {
    const cache = createKeyCache();
    const store = open(cache);
    await store.set({ 'lid-mapping': { '55': '99' } });
    await wipeAccount(account, { pool, cache, fencing });
    expect(await store.get('lid-mapping', ['55'])).toEqual({});
  });
});
