import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOfType } from '#commands/testing/world.ts';
import { beginAtLogEnd } from '#commands/webhook/follow-events.ts';
import { keepWebhooks } from '#commands/webhook/keep-webhooks.ts';
import { openReceiver, type Receiver } from '#commands/webhook/testing/receiver.ts';
import { openEventStore } from '#eventstore/client.ts';
import { openPersonKeys } from '#eventstore/person-keys/postgres.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { App } from '../gateway.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, masterKey, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';

/** A gateway that holds keys of its own still has that of somebody who was erased by another one. */

let harness: Harness;
let office: Office;
let receiver: Receiver;
let store: EventStore;
let elsewhere: App;
let admin: Browser;
let adminElsewhere: Browser;
let queueId: string;
let connectionId: string;
let running: Promise<void>;
const stopping = new AbortController();
const outboundAllowed = new Set<string>();

beforeAll(async () => {
  receiver = await openReceiver();
  outboundAllowed.add(receiver.host);
  harness = await openHarness({ outboundAllowed });
  const { pool, commands, databaseUrl } = harness;
  await beginAtLogEnd(pool, harness.store);
  running = keepWebhooks({
    ...{ pool, store: harness.store, keys: harness.keys, commands, databaseUrl, allowed: outboundAllowed },
    ...{ now: () => new Date(), log: pino({ level: 'silent' }), signal: stopping.signal },
  });
  office = await openOffice(harness);
  queueId = await office.queue('Vendas', '#00aa00');
  connectionId = await office.connection([queueId]);
  const keys = await openPersonKeys({ pool, masterKey });
  store = openEventStore({ connectionString: harness.eventStoreUrl, keys });
  elsewhere = await harness.anotherGateway({ events: store, keys });
  const { email } = await office.user('Bruna', { profile: 'admin' });
  const other = await office.user('Caio', { profile: 'admin' });
  await harness.caughtUp();
  admin = openBrowser(harness);
  adminElsewhere = openBrowser({ app: elsewhere });
  await admin.login(email);
  await adminElsewhere.login(other.email);
});
afterAll(async () => {
  stopping.abort();
  await running;
  await store.close();
  await harness.close();
  await receiver.close();
});

/** What Clara wrote, and what was written about her when her ticket was handed on. */
const talk = async () => {
  const chat = { number: phoneNumber(), lid: null, name: 'Clara', isGroup: false };
  await office.inbound(connectionId, { body: 'Meu segredo', chat });
  const received = (await eventsOfType(harness.store, 'MessageReceived')).at(-1);
  if (received?.type !== 'MessageReceived') throw new Error('nothing was received');
  const { ticketId, contactId, messageId } = received.data;
  const transfer = { ticketId, queueId, userId: null, notes: 'Pediu segredo' };
  must(await harness.commands.ticket.transfer(office.context(), transfer));
  await harness.caughtUp();
  return { contactId, messageId, ticketId };
};
const erase = async (contactId: string) => {
  const { confirmation } = (await admin.get(`contacts/${contactId}/erasure`)).body;
  const erasure = await admin.post(`contacts/${contactId}/erasure`, { confirmation });
  expect([erasure.status, erasure.body.erased]).toEqual([200, true]);
};

describe('on a gateway that still holds the key of who was erased', () => {
  it('a delivery shows nothing of them', async () => {
    const events = ['message.received', 'ticket.transferred'];
    const form = { url: receiver.url, payload: 'full', events };
    const { status, body } = await admin.post('webhooks', form);
    expect(status, JSON.stringify(body)).toBe(201);
    const { id } = body;
    const before = receiver.received.length;
    const { contactId } = await talk();
    await receiver.until(before + 2);
    const { deliveries } = (await adminElsewhere.get(`webhooks/${id}/deliveries`)).body;
    const shown = () =>
      Promise.all(
        deliveries.map(async (each: { id: string }) => {
          const { status, body } = await adminElsewhere.get(`webhooks/${id}/deliveries/${each.id}`);
          return [status, JSON.parse(body.request.body).type, body.request.body];
        }),
      );
    const texts = [
      [200, 'ticket.transferred', expect.stringContaining('Pediu segredo')],
      [200, 'message.received', expect.stringContaining('Meu segredo')],
    ];
    expect(await shown()).toEqual(texts);
    await erase(contactId);
    const empty = expect.not.stringMatching(/segredo|Clara/);
    expect(await shown()).toEqual(texts.map(([status, type]) => [status, type, empty]));
  });

  it('an entry of the audit trail shows nothing of them', async () => {
    const { contactId, ticketId } = await talk();
    const { entries } = (await adminElsewhere.get(`audit?object=${ticketId}`)).body;
    const handed = entries.find(({ action }: { action: string }) => action === 'TicketTransferred');
    const shown = async () => JSON.stringify((await adminElsewhere.get(`audit/${handed.id}`)).body);
    expect(await shown()).toContain('Pediu segredo');
    await erase(contactId);
    expect(await shown()).not.toContain('segredo');
  });
});
