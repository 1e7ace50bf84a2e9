import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhookTypes } from '#domain/webhook/event-types.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { everyEvent } from '#eventstore/testing/every-event.ts';
import type { Recorded } from '#eventstore/types.ts';
import { accepted, byConnection, inbound } from '../testing/world.ts';
import { followEvents } from './follow-events.ts';
import { noteDeliveries } from './note-deliveries.ts';
import { openStage, openWebhookDatabase } from './testing/stage.ts';

let database: Awaited<ReturnType<typeof openWebhookDatabase>>;
let pool: pg.Pool;
let tables: readonly string[];
beforeAll(async () => {
  database = await openWebhookDatabase();
  ({ pool } = database);
  const { rows } = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema = 'webhook' and table_name <> 'progress' order by 1`,
  );
  tables = [...rows.map(({ name }) => name), 'secrets.webhook_secret'];
});
afterAll(() => database.close());

const known = async (): Promise<readonly string[]> => {
  const rows = tables.map(name => `select '${name} ' || to_jsonb(t)::text as row from ${name} t`);
  const text = `${rows.join(' union all ')} order by 1`;
  return (await pool.query<{ row: string }>(text)).rows.map(({ row }) => row);
};

/** Endpoints are told of everything, and stay. */
const asEndpointOfAll = (event: Recorded): Recorded =>
  event.type === 'WebhookCreated' || event.type === 'WebhookChanged'
    ? { ...event, data: { ...event.data, events: [...webhookTypes], enabled: true } }
    : event;

// A position that an earlier version has kept may be in front of its event: then that event comes again.
it.each([1, 2])('what was noted last is noted once when its event comes again, seed %i', async seed => {
  await pool.query(`truncate ${tables.join(', ')}`);
  let time = Date.UTC(2026, 0, 6);
  let noted = 0;
  for (const event of everyEvent(seed, 2).map(asEndpointOfAll)) {
    const take = () => {
      time += 60_000;
      return inTransaction(pool, client => noteDeliveries(client, [event], new Date(time)));
    };
    await take();
    // It has been tried by the time the event comes again.
    await pool.query(
      `update webhook.delivery set status = 'delivered', next_at = null where status = 'waiting'`,
    );
    const before = await known();
    noted = Math.max(noted, before.length);
    await take();
    expect({ type: event.type, known: await known() }).toEqual({ type: event.type, known: before });
  }
  expect(noted).toBeGreaterThan(20);
});

it('what stands where an earlier version has stood in front of it is noted', async () => {
  const stage = await openStage(pool);
  await stage.addEndpoint({ events: ['message.received'] });
  await stage.follow();
  const write = async () =>
    accepted(await stage.commands.message.receive(byConnection(), inbound({ chat: { lid: null } })));
  await write();
  await stage.follow();
  expect(await stage.rows()).toHaveLength(1);
  const last = await stage.store.head();
  await write();
  await pool.query('update webhook.progress set position = $1, event_position = null', [last + 128]);
  const stopping = new AbortController();
  const running = followEvents({ ...stage.parts, signal: stopping.signal });
  await expect.poll(stage.rows).toHaveLength(2);
  stopping.abort();
  await running;
  await stage.close();
});
