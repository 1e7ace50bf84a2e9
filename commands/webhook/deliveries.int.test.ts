import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import {
  accepted,
  allEvents,
  by,
  byConnection,
  bySystem,
  companyId,
  connectionId,
  eventsOfType,
  inbound,
} from '../testing/world.ts';
import { resendDelivery } from './delivery-queries.ts';
import { pruneDeliveries, purgeAnswers } from './delivery-rows.ts';
import { beginAtLogEnd, followEvents, takeBatch, takingBatches } from './follow-events.ts';
import { hour, openStage, openWebhookDatabase, type Stage, second } from './testing/stage.ts';

let database: Awaited<ReturnType<typeof openWebhookDatabase>>;
let stage: Stage;
let shop: Shop;
beforeAll(async () => {
  database = await openWebhookDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  stage = await openStage(database.pool);
  shop = await createShop(stage.store);
});
afterEach(() => stage.close());

const write = async (count = 1) => {
  for (let n = 0; n < count; n += 1)
    accepted(await stage.commands.message.receive(byConnection(), inbound({ body: `Olá ${n}` })));
};
const told = async () => {
  await stage.follow();
  await stage.deliver();
};
const down = { status: 500, body: 'oh no' };

describe('a delivery that is asked for again while it is being sent', () => {
  it.each([
    ['it was answered well', { status: 204 }],
    ['it was refused for good', { status: 410 }],
    ['it is to be tried later', down],
  ])('is sent again, though %s', async (_, first) => {
    const { id: endpointId, receiver } = await stage.addEndpoint({ events: ['message.received'] });
    await write();
    await stage.follow();
    const answer = Promise.withResolvers<typeof first>();
    receiver.state.answer = () => answer.promise;
    const delivered = stage.deliver();
    await receiver.until(1);
    const [delivery] = await stage.rows();
    const of = { companyId, endpointId };
    expect(await resendDelivery(database.pool, of, String(delivery?.id))).toBe(true);
    // Due by the clock of Postgres, which the stage's is behind.
    stage.advance(Date.now() - stage.now().getTime() + second);
    receiver.state.answer = () => ({ status: 204 });
    answer.resolve(first);
    await delivered;
    const changed = { webhookId: endpointId, enabled: true };
    accepted(await stage.commands.webhook.change(bySystem(), changed));
    await told();
    expect(receiver.received.map(({ id }) => id)).toEqual([delivery?.id, delivery?.id]);
    expect(await stage.rows()).toMatchObject([{ status: 'delivered', tries: 1 }]);
  });
});

it('is not sent again because its endpoint was disabled and enabled while it was sent', async () => {
  const { id: webhookId, receiver } = await stage.addEndpoint({ events: ['message.received'] });
  await write();
  await stage.follow();
  const answer = Promise.withResolvers<{ status: number }>();
  receiver.state.answer = () => answer.promise;
  const delivered = stage.deliver();
  await receiver.until(1);
  for (const enabled of [false, true]) {
    accepted(await stage.commands.webhook.change(bySystem(), { webhookId, enabled }));
    stage.advance(second);
    await stage.follow();
  }
  answer.resolve({ status: 204 });
  await delivered;
  await stage.deliver();
  expect(receiver.received).toHaveLength(1);
  expect(await stage.rows()).toMatchObject([{ status: 'delivered', tries: 1 }]);
});

describe('what is noted', () => {
  it('begins where the endpoint was made, and ends where it was disabled or removed', async () => {
    await write();
    const { id, receiver } = await stage.addEndpoint({ events: ['message.received'] });
    await write();
    accepted(await stage.commands.webhook.change(bySystem(), { webhookId: id, enabled: false }));
    await write();
    accepted(await stage.commands.webhook.change(bySystem(), { webhookId: id, enabled: true }));
    await write();
    await told();
    expect(receiver.types()).toEqual(['message.received', 'message.received']);
    await write();
    accepted(await stage.commands.webhook.remove(bySystem(), { webhookId: id }));
    await told();
    expect(receiver.received).toHaveLength(2);
    expect(await stage.rows()).toEqual([]);
    const { rows } = await database.pool.query('select 1 from secrets.webhook_secret');
    expect(rows).toEqual([]);
  });

  it('is what was chosen, of the own company, on the chosen connections', async () => {
    const chosen = await stage.addEndpoint({ events: ['ticket.opened'] });
    const elsewhere = await stage.addEndpoint({ events: ['ticket.opened'], connectionIds: [newId()] });
    const here = await stage.addEndpoint({ events: ['message.received'], connectionIds: [connectionId] });
    const stranger = await stage.addEndpoint({ companyId: newId() });
    await write();
    await told();
    expect(chosen.receiver.types()).toEqual(['ticket.opened']);
    expect(here.receiver.types()).toEqual(['message.received']);
    expect(elsewhere.receiver.types()).toEqual([]);
    expect(stranger.receiver.types()).toEqual([]);
    expect(await stage.rows()).toHaveLength(2);
  });

  it('begins where the endpoint was made, though the service starts for the first time after that', async () => {
    await database.pool.query('truncate webhook.progress');
    await beginAtLogEnd(database.pool, stage.store);
    await stage.addEndpoint({ events: ['message.received'] });
    await write();
    const stopping = new AbortController();
    const running = followEvents({ ...stage.parts, signal: stopping.signal });
    await expect.poll(stage.rows).toHaveLength(1);
    stopping.abort();
    await running;
  });

  it('costs companies without endpoints no write, and misses nothing once they have one', async () => {
    const take = takingBatches(stage.taking, 0);
    let read = 0;
    const takeNew = async () => {
      const events = (await allEvents(stage.store)).filter(({ position }) => position > read);
      read = await stage.store.head();
      expect(await take({ events, position: read, live: true })).toBe(true);
    };
    const place = async () =>
      Number((await database.pool.query('select position from webhook.progress')).rows[0].position);
    await write();
    await takeNew();
    expect(await place()).toBe(0);
    await stage.addEndpoint({ events: ['message.received'] });
    await write();
    await takeNew();
    expect(await place()).toBe(read);
    expect(await stage.rows()).toHaveLength(1);
    await write();
    await takeNew();
    expect(await stage.rows()).toHaveLength(2);
  });

  it('writes down how far it has come now and then, whoever has an endpoint', async () => {
    const take = takingBatches(stage.taking, 0);
    await write();
    stage.advance(2 * second);
    const position = await stage.store.head();
    await take({ events: await allEvents(stage.store), position, live: true });
    const { rows } = await database.pool.query('select position from webhook.progress');
    expect(Number(rows[0].position)).toBe(position);
  });

  it('holds nothing personal', async () => {
    await stage.addEndpoint({ payload: 'full' });
    await write();
    await stage.follow();
    const { rows } = await database.pool.query('select d::text as row from webhook.delivery d');
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toMatch(/Clara|Olá|5511|77001/);
  });

  it('is noted once where the same events come again', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
    await write(3);
    await stage.follow();
    const before = await stage.rows();
    await database.pool.query('update webhook.progress set position = 0');
    const batch = { events: await allEvents(stage.store), position: await stage.store.head(), live: true };
    expect(await takeBatch(stage.taking, batch, 0)).toBe(true);
    expect(await stage.rows()).toEqual(before);
    await stage.deliver();
    expect(receiver.received).toHaveLength(3);
  });
});

describe('one delivery', () => {
  it('is not sent again once it was answered by 2xx', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
    await write();
    await told();
    stage.advance(100 * hour);
    await stage.deliver();
    expect(receiver.received).toHaveLength(1);
    expect(await stage.rows()).toMatchObject([{ status: 'delivered', tries: 1, next_at: null }]);
  });

  it('is tried again under the same id, with a new time and signature, until it is answered', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
    receiver.state.answer = () => down;
    await write();
    await told();
    await stage.deliver();
    expect(receiver.received).toHaveLength(1);
    stage.advance(5 * second);
    await stage.deliver();
    receiver.state.answer = () => ({ status: 200 });
    stage.advance(300 * second);
    await stage.deliver();
    const [first, again, third] = receiver.received;
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ id }) => id))).toHaveLength(1);
    expect(new Set(receiver.received.map(({ body }) => body))).toHaveLength(1);
    const times = [first, again, third].map(each => Number(each?.headers['webhook-timestamp']));
    expect(times.map(time => time - (times[0] ?? 0))).toEqual([0, 5, 305]);
    expect(await stage.rows()).toMatchObject([{ status: 'delivered', tries: 3 }]);
  });

  it('is given up after the tenth try, or the third of a refusal', async () => {
    const broken = await stage.addEndpoint({ events: ['message.received'] });
    broken.receiver.state.answer = () => down;
    const refusing = await stage.addEndpoint({ events: ['message.received'] });
    refusing.receiver.state.answer = () => ({ status: 404 });
    const redirecting = await stage.addEndpoint({ events: ['message.received'] });
    redirecting.receiver.state.answer = () => ({ status: 302, headers: { location: broken.receiver.url } });
    await write();
    await told();
    for (let tries = 0; tries < 12; tries += 1) {
      stage.advance(24 * hour);
      await stage.deliver();
    }
    expect(broken.receiver.received.length).toBeLessThanOrEqual(10);
    expect(refusing.receiver.received).toHaveLength(3);
    const rows = await stage.rows();
    expect(rows.map(({ status }) => status)).not.toContain('delivered');
  });

  it('disables the endpoint that says it is gone, and no other', async () => {
    const gone = await stage.addEndpoint({ events: ['message.received'] });
    gone.receiver.state.answer = () => ({ status: 410 });
    const other = await stage.addEndpoint({ events: ['message.received'] });
    await write(20);
    await told();
    await told();
    stage.advance(100 * hour);
    await write(1);
    await told();
    expect(gone.receiver.received.length).toBeLessThanOrEqual(8);
    expect(other.receiver.received).toHaveLength(21);
    const events = await eventsOfType(stage.store, 'WebhookDisabled');
    expect(events.map(({ data }) => data)).toEqual([{ webhookId: gone.id, reason: 'gone' }]);
  });

  it('to an address that became private is not sent', async () => {
    const { receiver } = await stage.addEndpoint({
      events: ['message.received'],
      url: 'http://10.0.0.1:8080/',
    });
    await write();
    await told();
    expect(receiver.received).toEqual([]);
    const { rows } = await database.pool.query('select status, problem, answered from webhook.delivery');
    expect(rows).toEqual([{ status: 'waiting', problem: 'address', answered: null }]);
  });

  it('keeps the beginning of an answer, as text, until its people are erased', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
    receiver.state.answer = () => ({ status: 200, body: `<b>\0Clara</b>${'x'.repeat(2_000)}` });
    await write();
    await told();
    const answers = async () =>
      (await database.pool.query<{ answer: string | null }>('select answer from webhook.delivery')).rows;
    expect((await answers())[0]?.answer).toMatch(/^<b>Clara<\/b>x+$/);
    expect((await answers())[0]?.answer).toHaveLength(500);
    await purgeAnswers(database.pool, { companyId, persons: [newId()] });
    expect((await answers())[0]?.answer).not.toBeNull();
    const [created] = await eventsOfType(stage.store, 'ContactCreated');
    await purgeAnswers(database.pool, { companyId, persons: [created?.entityId ?? ''] });
    expect((await answers())[0]?.answer).toBeNull();
  });

  it('is forgotten after 30 days', async () => {
    await stage.addEndpoint({ events: ['message.received'] });
    await write();
    await told();
    stage.advance(29 * 24 * hour);
    await write();
    await told();
    expect(await pruneDeliveries(database.pool, stage.now())).toBe(0);
    stage.advance(2 * 24 * hour);
    expect(await pruneDeliveries(database.pool, stage.now())).toBe(1);
    expect(await stage.rows()).toHaveLength(1);
  });
});

describe('a receiver in trouble', () => {
  it('that was down for six hours gets everything, each thing at least once', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
    receiver.state.answer = () => down;
    for (let n = 0; n < 12; n += 1) {
      await write(4);
      await told();
      stage.advance(0.5 * hour);
    }
    expect((await stage.rows()).every(({ status }) => status === 'waiting')).toBe(true);
    receiver.received.length = 0;
    receiver.state.answer = () => ({ status: 200 });
    for (let hours = 0; hours < 12; hours += 1) {
      await stage.deliver();
      stage.advance(hour);
    }
    const ids = receiver.received.map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set((await stage.rows()).map(({ id }) => id)));
    expect(ids).toHaveLength(48);
    expect((await stage.rows()).every(({ status }) => status === 'delivered')).toBe(true);
    expect(await eventsOfType(stage.store, 'WebhookDisabled')).toEqual([]);
  });

  it('is warned of after a day and disabled after three, once each', async () => {
    const { id, receiver } = await stage.addEndpoint({ events: ['message.received'] });
    receiver.state.answer = () => down;
    const passDay = async () => {
      for (let hours = 0; hours < 24; hours += 6) {
        stage.advance(6 * hour);
        await write();
        await told();
      }
    };
    await write();
    await told();
    await passDay();
    const since = '2026-11-23T12:00:00.000Z';
    const warned = async () => (await eventsOfType(stage.store, 'WebhookFailing')).map(({ data }) => data);
    expect(await warned()).toEqual([{ webhookId: id, since }]);
    await passDay();
    await passDay();
    await passDay();
    expect(await warned()).toHaveLength(1);
    const disabled = await eventsOfType(stage.store, 'WebhookDisabled');
    expect(disabled.map(({ data }) => data)).toEqual([{ webhookId: id, reason: 'failing' }]);
    const soFar = receiver.received.length;
    await passDay();
    expect(receiver.received).toHaveLength(soFar);
  });

  it('is not disabled while anything succeeds', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
    let count = 0;
    receiver.state.answer = () => {
      count += 1;
      return count % 4 === 0 ? { status: 200 } : down;
    };
    for (let day = 0; day < 5; day += 1) {
      await write(4);
      for (let n = 0; n < 4; n += 1) {
        await told();
        stage.advance(6 * hour);
      }
    }
    expect(await eventsOfType(stage.store, 'WebhookDisabled')).toEqual([]);
  });

  it('keeps nobody waiting: a hundred that never answer, and one that does', async () => {
    const slow = await Promise.all(
      Array.from({ length: 100 }, () => stage.addEndpoint({ events: ['message.received'] })),
    );
    for (const { receiver } of slow) receiver.state.answer = () => undefined;
    const quick = await stage.addEndpoint({ events: ['message.received'] });
    await write(10);
    await stage.follow();
    await stage.dispatcher.look();
    await quick.receiver.until(10);
    expect(new Set(quick.receiver.received.map(({ id }) => id))).toHaveLength(10);
    expect((await stage.rows()).filter(({ status }) => status !== 'delivered').length).toBeGreaterThanOrEqual(
      1_000,
    );
    for (const { receiver } of slow) await receiver.close();
    await stage.dispatcher.idle();
  });
});

describe('a process that ends in the middle', () => {
  it('loses nothing: what was being sent goes again under the same id', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
    // Its answer never comes, and nothing of it is written down: as with a process that was killed.
    receiver.state.answer = () => undefined;
    await write(5);
    await stage.follow();
    const killed = stage.makeDispatcher();
    await killed.look();
    await receiver.until(5);
    const before = receiver.received.map(({ id }) => id).toSorted();
    receiver.state.answer = () => ({ status: 200 });
    await stage.deliver();
    const after = receiver.received.slice(5).map(({ id }) => id);
    expect(after.toSorted()).toEqual(before);
    expect((await stage.rows()).every(({ status }) => status === 'delivered')).toBe(true);
    await receiver.close();
    await killed.idle();
  });
});

describe('what is told', () => {
  it('has the place of the event, the same ticket throughout, and grows', async () => {
    const { receiver } = await stage.addEndpoint();
    await write();
    const [opened] = await eventsOfType(stage.store, 'TicketOpened');
    const ticketId = opened?.entityId ?? '';
    const admin = by(shop.admin);
    accepted(await stage.commands.ticket.close(admin, { ticketId, justClose: true }));
    await told();
    const ofTicket = receiver.received.filter(({ json }) => json.data.ticketId === ticketId);
    const types = ofTicket
      .toSorted((one, other) => Number(one.json.data.sequence) - Number(other.json.data.sequence))
      .map(({ json }) => json.type);
    expect(types).toEqual(['ticket.opened', 'message.received', 'ticket.closed']);
  });
});
