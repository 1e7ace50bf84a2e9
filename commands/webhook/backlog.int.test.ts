import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createShop } from '../testing/shop.ts';
import { accepted, byConnection, companyId, inbound } from '../testing/world.ts';
import { endpointStates, resendDelivery, resendPeriod, sendTest } from './delivery-queries.ts';
import { hour, openStage, openWebhookDatabase, type Stage, second } from './testing/stage.ts';

let database: Awaited<ReturnType<typeof openWebhookDatabase>>;
let stage: Stage;
beforeAll(async () => {
  database = await openWebhookDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  stage = await openStage(database.pool);
  await createShop(stage.store);
});
afterEach(() => stage.close());

const minute = 60 * second;
const write = async (count = 1) => {
  for (let n = 0; n < count; n += 1)
    accepted(await stage.commands.message.receive(byConnection(), inbound()));
};
const told = async () => {
  await stage.follow();
  await stage.deliver();
};
const endpoint = () => stage.addEndpoint({ events: ['message.received'] });
type Receiver = Awaited<ReturnType<typeof endpoint>>['receiver'];
const down = ({ state, received }: Receiver, headers = {}) => {
  received.length = 0;
  state.answer = () => ({ status: 503, headers });
};
const up = ({ state, received }: Receiver) => {
  received.length = 0;
  state.answer = () => ({ status: 204 });
};
/** The service looks once a second. */
const seconds = async (count: number) => {
  for (let n = 0; n < count; n += 1) {
    stage.advance(second);
    await stage.deliver();
  }
};
const states = async () => (await stage.rows()).map(({ status }) => status);
/** So many events during an outage of so long, each told as soon as it happened, and tried again by the schedule. */
const outage = async (receiver: Receiver, events: number, ms: number) => {
  down(receiver);
  for (let n = 0; n < events; n += 1) {
    await write();
    await told();
    stage.advance(ms / events);
    await stage.deliver();
  }
};
const order = ({ received }: Receiver) => received.map(({ json }) => Number(json.data.sequence));
const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);

describe('what waits for a receiver that was down', () => {
  it('comes within seconds of its first answer', async () => {
    const { receiver } = await endpoint();
    await outage(receiver, 40, 9 * minute);
    up(receiver);
    await write();
    await told();
    await seconds(6);
    expect(await states()).toEqual(Array(41).fill('delivered'));
    expect(new Set(order(receiver)).size).toBe(41);
  });

  it('comes the oldest first, at a bounded pace, and holds up nothing that happens now', async () => {
    const { receiver } = await endpoint();
    down(receiver);
    await write(130);
    await told();
    for (let n = 0; n < 40; n += 1) await seconds(10);
    expect(await states()).toEqual(Array(130).fill('waiting'));
    const before = await stage.rows();
    up(receiver);
    await database.pool.query(`update webhook.delivery set tried_at = tried_at - interval '1 hour',
      next_at = next_at + interval '1 hour'`);
    stage.advance(minute);
    await write();
    await told();
    expect(receiver.received).toHaveLength(1);
    await seconds(1);
    const [, ...missed] = order(receiver);
    expect(sorted(missed)).toEqual(before.slice(0, 50).map(({ position }) => Number(position)));
    await write();
    await told();
    expect(receiver.received).toHaveLength(52);
    await seconds(1);
    expect(receiver.received).toHaveLength(102);
    await seconds(1);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(132);
    expect(receiver.received).toHaveLength(132);
  });

  it('is tried no sooner, and given up no sooner, where the receiver fails again or for one kind of event', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received', 'ticket.opened'] });
    receiver.state.answer = ({ json }) => ({ status: json.type === 'ticket.opened' ? 500 : 204 });
    await write();
    await told();
    for (let n = 0; n < 60; n += 1) {
      await write();
      await told();
      await seconds(10);
    }
    const opened = receiver.types().filter(type => type === 'ticket.opened');
    expect(opened.length).toBeLessThanOrEqual(8);
    const { rows } = await database.pool.query(
      `select status, tries - early as counted from webhook.delivery where type = 'ticket.opened'`,
    );
    expect(rows).toEqual([{ status: 'waiting', counted: 3 }]);
    up(receiver);
    await write();
    await told();
    await seconds(600);
    expect(new Set(await states())).toEqual(new Set(['delivered']));
  });

  it('stays as it was when nothing succeeds', async () => {
    const { receiver } = await endpoint();
    await outage(receiver, 5, 10 * minute);
    const before = await stage.rows();
    await seconds(20);
    expect(await stage.rows()).toEqual(before);
  });
});

describe('a receiver that asks to be left alone', () => {
  it('is, with all that is for it, until then, and gets it all after that', async () => {
    const { id, receiver } = await endpoint();
    const other = await endpoint();
    down(receiver, { 'retry-after': '120' });
    await write();
    await told();
    await write(3);
    await told();
    await seconds(30);
    expect(receiver.received).toHaveLength(1);
    expect(other.receiver.received).toHaveLength(4);
    const until = stage.now().getTime() + 90 * second;
    const next = `select next_at from webhook.delivery where endpoint_id = $1 order by position limit 1`;
    expect((await database.pool.query(next, [id])).rows[0].next_at.getTime()).toBe(until);
    up(receiver);
    await seconds(89);
    expect(receiver.received).toHaveLength(0);
    await seconds(1);
    expect(receiver.received).toHaveLength(4);
    const { rows } = await database.pool.query('select held_until from webhook.endpoint where id = $1', [id]);
    expect(rows[0].held_until.getTime()).toBe(until);
  });

  it.each([
    ['a date', () => new Date(stage.now().getTime() + 90 * second).toUTCString(), 90],
    ['a year', () => '31536000', 3_600],
    ['a moment', () => '1', 5],
  ])('by %s, within bounds', async (_, header, after) => {
    const { receiver } = await endpoint();
    down(receiver, { 'retry-after': header() });
    await write();
    await told();
    const [row] = await stage.rows();
    expect((row?.next_at?.getTime() ?? 0) - stage.now().getTime()).toBe(after * second);
  });

  it('is sent all the same what somebody asks for by hand', async () => {
    const { id: endpointId, receiver } = await endpoint();
    down(receiver, { 'retry-after': '3600' });
    await write();
    await told();
    const of = { companyId, endpointId };
    await database.pool.query(`update webhook.endpoint set held_until = now() + interval '1 hour'`);
    const heldUntil = async () => (await endpointStates(database.pool, companyId)).get(endpointId)?.heldUntil;
    expect(await heldUntil()).toMatch(/^\d{4}-/);
    up(receiver);
    const [row] = await stage.rows();
    await resendDelivery(database.pool, of, row?.id ?? '');
    expect(await heldUntil()).toBeNull();
    await database.pool.query(`update webhook.endpoint set held_until = now() + interval '1 hour'`);
    await sendTest(database.pool, of);
    stage.advance(Date.now() - stage.now().getTime() + second);
    await stage.deliver();
    expect(receiver.types().toSorted()).toEqual(['message.received', 'webhook.test']);
  });
});

describe('a period that is sent again', () => {
  it.each([
    ['undelivered', ['waiting', 'waiting', 'delivered'], 2],
    ['failed', ['waiting', 'waiting', 'delivered'], 1],
    ['all', ['waiting', 'waiting', 'waiting'], 3],
  ] as const)('takes what is %s', async (status, after, count) => {
    const { id: endpointId, receiver } = await endpoint();
    await write();
    await told();
    down(receiver);
    await write(2);
    await told();
    await database.pool.query(`update webhook.delivery set status = 'failed', next_at = null
      where position = (select max(position) from webhook.delivery)`);
    const [from, until] = [-hour, hour].map(ms => new Date(Date.now() + ms).toISOString());
    await database.pool.query('update webhook.delivery set happened_at = now()');
    const period = { from: from ?? '', until: until ?? '', status };
    expect(await resendPeriod(database.pool, { companyId, endpointId }, period)).toBe(count);
    expect((await states()).toSorted()).toEqual(after.toSorted());
    up(receiver);
    stage.advance(Date.now() - stage.now().getTime() + second);
    await stage.deliver();
    expect(receiver.received).toHaveLength(status === 'failed' ? 2 : count);
    expect(order(receiver).length).toBe(new Set(order(receiver)).size);
  });

  it('sends nothing twice that is just being sent', async () => {
    const { id: endpointId, receiver } = await endpoint();
    await write();
    await stage.follow();
    const answer = Promise.withResolvers<{ status: number }>();
    receiver.state.answer = () => answer.promise;
    const delivered = stage.deliver();
    await receiver.until(1);
    await database.pool.query('update webhook.delivery set happened_at = now()');
    const [from, until] = [-hour, hour].map(ms => new Date(Date.now() + ms).toISOString());
    const period = { from: from ?? '', until: until ?? '', status: 'undelivered' } as const;
    expect(await resendPeriod(database.pool, { companyId, endpointId }, period)).toBe(1);
    answer.resolve({ status: 204 });
    await delivered;
    stage.advance(Date.now() - stage.now().getTime() + second);
    await stage.deliver();
    expect(receiver.received).toHaveLength(1);
    expect(await states()).toEqual(['delivered']);
  });
});
