import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { streamName } from '#domain/shared/stream.ts';
import { openEventStore } from '#eventstore/client.ts';
import { startEmbeddedTarget, type Target } from '#eventstore/contract/targets.ts';
import { createChance } from '#eventstore/contract/walk/chance.ts';
import { unwatched } from '#eventstore/follow/report.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import { type EventStore, noStream } from '#eventstore/types.ts';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { migrateConnector } from '../migrate.ts';
import { followLog } from './follow-log.ts';
import { rememberQueued } from './just-queued.ts';

let target: Target;
let store: EventStore;
let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  target = await startEmbeddedTarget();
  store = openEventStore({ connectionString: target.connectionString, keys: memoryPersonKeys() });
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 4 });
  await migrateConnector(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await store.close();
  await target.stop();
});

const [companyId, connectionId, contactId, ticketId] = [newId(), newId(), newId(), newId()];
const queued: string[] = [];
const received: string[] = [];
const metadataOf = (commandId: string) => ({
  ...{ companyId, actor: { kind: 'system' as const }, at: '2026-01-05T12:00:00.000Z', commandId },
});
/** What was received may rest a while before it is written down, with the position that has been reached by then. */
const receive = async (count: number): Promise<void> => {
  const stream = streamName('message', companyId, newId());
  const events = Array.from({ length: count }, () => {
    const messageId = newId();
    received.push(messageId);
    const waKey = { id: messageId, remoteJid: '77001@lid', fromMe: false, participant: null };
    const data = {
      ...{ messageId, ticketId, contactId, connectionId, waKey, senderName: null },
      ...{
        body: 'Olá',
        mediaType: 'text' as const,
        quotedMessageId: null,
        sentAt: '2026-01-05T12:00:00.000Z',
      },
    };
    const event = { type: 'MessageReceived' as const, data };
    return { id: messageId, event, metadata: metadataOf(messageId), persons: [contactId] };
  });
  await store.append(stream, noStream, events);
};
const queue = async (): Promise<void> => {
  const messageId = newId();
  queued.push(messageId);
  const data = {
    ...{ messageId, ticketId, contactId, connectionId, userId: null, waId: messageId },
    ...{ body: 'Olá', mediaType: 'text' as const, quotedMessageId: null, sentAt: '2026-01-05T12:00:00.000Z' },
  };
  const event = { type: 'MessageQueued' as const, data };
  await store.append(streamName('message', companyId, messageId), noStream, [
    { id: messageId, event, metadata: metadataOf(messageId), persons: [contactId] },
  ]);
};

const follow = () => {
  const ending = new AbortController();
  const never = async () => false;
  const following = followLog({
    ...{ pool, store, provider: 'beta', log: pino({ level: 'silent' }), report: unwatched },
    ...{ isOthers: never, isTicketOf: never, justQueued: rememberQueued() },
    ...{ onErased: async () => undefined, onMerged: async () => undefined, hear: () => undefined },
    signal: ending.signal,
  });
  return async () => {
    ending.abort();
    await following;
  };
};
const idsIn = async (table: 'outbox' | 'message', column: string): Promise<readonly string[]> =>
  (await pool.query<{ id: string }>(`select ${column} as id from connector.${table}`)).rows.map(
    ({ id }) => id,
  );
const missing = async () => {
  const held = new Set([...(await idsIn('outbox', 'id')), ...(await idsIn('message', 'message_id'))]);
  return [...queued, ...received].filter(id => !held.has(id));
};
const isWritten = () => expect.poll(missing, { timeout: 20_000 }).toEqual([]);

it('holds every message once, however many came before it, and whether its follower stopped in between', async () => {
  await pool.query(
    `insert into connector.session (connection_id, company_id, provider) values ($1, $2, 'beta')`,
    [connectionId, companyId],
  );
  const { below } = createChance(7);
  for (let count = 0; count <= 130; count += 1) {
    if (count > 0) await receive(count);
    let stop = follow();
    await isWritten();
    if (below(2) === 0) {
      await stop();
      await queue();
      stop = follow();
    } else await queue();
    await isWritten();
    await stop();
  }
  const held = await idsIn('outbox', 'id');
  expect(held.toSorted()).toEqual(queued.toSorted());
}, 240_000);
