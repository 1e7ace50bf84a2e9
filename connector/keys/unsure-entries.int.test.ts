import * as baileys from '@whiskeysockets/baileys';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { type JournalEntry, type JournalRow, journalType } from '../inbound/journal-entry.ts';
import { migrateConnector } from '../migrate.ts';
import { createCipher } from './cipher.ts';
import { createKeyCache, openKeyStore } from './key-store.ts';

const account = '01990000-0000-7000-8000-000000000002';
const fencing = { holder: 'this process', epoch: 3 };

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 3 });
  await migrateConnector(pool);
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

it('hands on what was journalled by a write whose answer was lost, once, by writing it again', async () => {
  const journalled: JournalRow[] = [];
  const keys = openKeyStore(account, {
    ...{ pool, baileys, fencing, cache: createKeyCache() },
    cipher: createCipher(Buffer.alloc(32, 3).toString('base64')),
    onJournalled: rows => void journalled.push(...rows),
    onLeaseLost: () => undefined,
    credentialsStored: async () => undefined,
  });
  const entry: JournalEntry = {
    ...{ chat: '1@lid', participant: '', stanzaId: 'A', encIndex: 0, plain: Buffer.from('texto') },
    attrs: {
      ...{ id: 'A', fromMe: false, remoteJid: '1@lid', remoteJidAlt: null, participant: null },
      ...{ participantAlt: null, sentAt: 1, pushName: 'Ana' },
    },
  };
  const data = { [journalType]: { A: entry }, session: { '1.0': Buffer.of(1) } };
  const query = pool.query.bind(pool);
  vi.spyOn(pool, 'query').mockImplementationOnce(async (...given: Parameters<typeof query>) => {
    await query(...given);
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
  });
  await keys.set(data);
  expect(journalled).toEqual([{ ...entry, seq: expect.any(Number) }]);
  await keys.set(data);
  expect(journalled).toHaveLength(1);
  vi.restoreAllMocks();
});
