import * as baileys from '@whiskeysockets/baileys';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { createCipher } from '../keys/cipher.ts';
import { createKeyCache, openKeyStore } from '../keys/key-store.ts';
import { migrateConnector } from '../migrate.ts';
import { openJournal } from './journal.ts';
import { type JournalEntry, type JournalRow, journalType, parts } from './journal-entry.ts';

describe('the journal and its ledger', () => {
  const cipher = createCipher(Buffer.alloc(32, 3).toString('base64'));
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pool: Pool;
  let account: string;
  let offered: JournalRow[];

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 4 });
    await migrateConnector(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  beforeEach(async () => {
    account = newId();
    offered = [];
    await pool.query(
      `insert into connector.session (connection_id, company_id, provider, lease_owner, lease_until)
       values ($1, $1, 'simulator', 'us', 'infinity')`,
      [account],
    );
  });

  const journal = () => openJournal(pool, cipher);
  const entry = (stanzaId: string, change: Partial<JournalEntry> = {}): JournalEntry => ({
    ...{ chat: '1@lid', participant: '', stanzaId, encIndex: 0, plain: Buffer.from('Oi') },
    attrs: {
      ...{ id: stanzaId, fromMe: false, remoteJid: '1@lid', remoteJidAlt: null, participant: null },
      ...{ participantAlt: null, sentAt: 0, pushName: null },
    },
    ...change,
  });
  const unreadable = (stanzaId: string) => entry(stanzaId, { encIndex: parts.unreadable, plain: null });
  const openKeys = () => {
    const onJournalled = (rows: readonly JournalRow[]) => void offered.push(...rows);
    return openKeyStore(account, {
      ...{
        pool,
        cipher,
        cache: createKeyCache(),
        baileys,
        onJournalled,
        fencing: { holder: 'us', epoch: 0 },
      },
      ...{ onLeaseLost: () => undefined, credentialsStored: async () => undefined },
    });
  };
  const staged = (entries: readonly JournalEntry[]): Record<string, unknown> => ({
    [journalType]: Object.fromEntries(entries.map((each, index) => [String(index), each])),
  });
  const keep = async (...entries: JournalEntry[]) => {
    const keys = openKeys();
    await keys.set(staged(entries));
    await keys.close();
  };
  const ledger = async () => {
    const { rows } = await pool.query(
      `select coalesce(sum(received), 0)::int received, coalesce(sum(shown), 0)::int shown,
         (select coalesce(jsonb_object_agg(key, n) filter (where n > 0), '{}') from (
           select key, sum(value::int)::int n from connector.ledger, jsonb_each_text(rejected)
           where connection_id = $1 group by key) each) rejected,
         (select count(*)::int from connector.inbox_journal
          where account = $1 and not handled and problem is null) waiting
       from connector.ledger where connection_id = $1`,
      [account],
    );
    return rows[0];
  };

  it('counts a message once, however often it is journalled and handled', async () => {
    await keep(entry('A'), entry('B'));
    await keep(entry('A'));
    expect(offered.map(row => row.stanzaId)).toEqual(['A', 'B']);
    const [first, second] = offered.map(row => row.seq);
    await Promise.all([journal().handled(first ?? 0, null), journal().handled(first ?? 0, null)]);
    await journal().handled(second ?? 0, 'group');
    expect(await ledger()).toEqual({ received: 2, shown: 1, rejected: { group: 1 }, waiting: 0 });
  });

  it('holds an unreadable message as waiting until its content comes, then shows it', async () => {
    await keep(unreadable('A'));
    await keep(unreadable('A'));
    expect(offered).toMatchObject([{ stanzaId: 'A', plain: null }]);
    await journal().awaitContent(offered[0]?.seq ?? 0);
    expect(await journal().unhandled(account, 10)).toEqual([]);
    expect(await ledger()).toEqual({ received: 1, shown: 0, rejected: {}, waiting: 1 });
    await keep(entry('A'));
    expect(await ledger()).toEqual({ received: 1, shown: 0, rejected: {}, waiting: 1 });
    const [row, ...others] = await journal().unhandled(account, 10);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ stanzaId: 'A', plain: Buffer.from('Oi') });
    await journal().handled(row?.seq ?? 0, null);
    expect(await ledger()).toEqual({ received: 1, shown: 1, rejected: {}, waiting: 0 });
  });

  it('counts a message once whose content comes while it is noted as unreadable', async () => {
    const keys = openKeys();
    const ids = Array.from({ length: 30 }, (_, index) => `R${index}`);
    for (const id of ids) {
      const both = [unreadable(id), entry(id)];
      await Promise.all(both.map(each => keys.set(staged([each]))));
    }
    await keys.close();
    expect(await ledger()).toEqual({ received: 30, shown: 0, rejected: {}, waiting: 30 });
    const left = await journal().unhandled(account, 100);
    expect(left.map(row => row.stanzaId)).toEqual(ids);
    expect(left.every(row => row.plain)).toBe(true);
  });

  it('takes no word of a message as unreadable that was read before', async () => {
    await keep(entry('A'));
    await keep(unreadable('A'));
    expect(await ledger()).toEqual({ received: 1, shown: 0, rejected: {}, waiting: 1 });
    expect(offered).toHaveLength(1);
  });

  it('rejects at once what is known to be nothing, without keeping it', async () => {
    await keep(entry('A', { plain: null, rejected: 'status', encIndex: parts.stanza }), entry('B'));
    expect(offered.map(row => row.stanzaId)).toEqual(['B']);
    expect(await ledger()).toEqual({ received: 2, shown: 0, rejected: { status: 1 }, waiting: 1 });
  });

  it('counts what is set aside as rejected, until it is tried again', async () => {
    await keep(entry('A'), entry('B'));
    await journal().setAside(offered[0]?.seq ?? 0, 'Error: broken');
    await journal().setAside(offered[0]?.seq ?? 0, 'Error: broken');
    expect(await ledger()).toEqual({ received: 2, shown: 0, rejected: { 'set-aside': 1 }, waiting: 1 });
    expect((await journal().unhandled(account, 10)).map(row => row.stanzaId)).toEqual(['B']);
    await Promise.all([journal().retryAside(account), journal().retryAside(account)]);
    expect(await ledger()).toEqual({ received: 2, shown: 0, rejected: {}, waiting: 2 });
    expect((await journal().unhandled(account, 10)).map(row => row.stanzaId)).toEqual(['A', 'B']);
  });

  it('sets aside what does not open, and goes on with the rest', async () => {
    await keep(entry('A'), entry('B'));
    await pool.query(
      `update connector.inbox_journal set plain = '\\x00' where account = $1 and stanza_id = 'A'`,
      [account],
    );
    expect((await journal().unhandled(account, 1)).map(row => row.stanzaId)).toEqual(['B']);
    expect(await ledger()).toEqual({ received: 2, shown: 0, rejected: { 'set-aside': 1 }, waiting: 1 });
  });
});
