import { randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { createCipher } from '../keys/cipher.ts';
import { migrateConnector } from '../migrate.ts';
import { openDownloads } from './downloads.ts';
import { foldRequested } from './fold-requested.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
const connectionId = randomUUID();
const companyId = randomUUID();

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url });
  await migrateConnector(pool);
  await pool.query(
    `insert into connector.session (connection_id, company_id, provider) values ($1, $2, 'simulator')`,
    [connectionId, companyId],
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('keeps a file wanted that was asked for again while an earlier try came to its end', async () => {
  const cipher = createCipher(randomBytes(32).toString('base64'));
  const downloads = openDownloads(pool, cipher, {
    provider: 'simulator',
    owner: randomUUID(),
    worker: 'test',
  });
  const messageId = randomUUID();
  await pool.query(
    'insert into connector.media_download (message_id, connection_id, company_id) values ($1, $2, $3)',
    [messageId, connectionId, companyId],
  );
  const [begun] = await downloads.due(1, []);
  if (!begun) throw new Error('nothing is due');

  const client = await pool.connect();
  const asked = { companyId, data: { messageId }, position: 128 } as Parameters<typeof foldRequested>[1];
  expect(await foldRequested({ client, provider: 'simulator' }, asked)).toEqual([connectionId]);
  await downloads.failed(begun, 'expired');
  const [again] = await downloads.due(1, []);
  expect(again).toMatchObject({ messageId, tries: 0 });

  if (again) await downloads.failed(again, 'expired');
  expect(await downloads.due(1, [])).toEqual([]);
  // The event may come again, and changes nothing then.
  expect(await foldRequested({ client, provider: 'simulator' }, asked)).toEqual([]);
  client.release();
  expect(await downloads.due(1, [])).toEqual([]);
});
