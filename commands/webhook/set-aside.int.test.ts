import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { streamName } from '#domain/shared/stream.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable, UnreadableEvent } from '#eventstore/types.ts';
import { createShop } from '../testing/shop.ts';
import { accepted, byConnection, bySystem, companyId, eventsOfType, inbound } from '../testing/world.ts';
import { lookAgain } from './delivery-outcomes.ts';
import { deliveriesSetAside, findDelivery, listDeliveries, resendDelivery } from './delivery-queries.ts';
import { giveSecret } from './secrets.ts';
import { hour, openStage, openWebhookDatabase, type Stage, second } from './testing/stage.ts';

let database: Awaited<ReturnType<typeof openWebhookDatabase>>;
let stage: Stage;
/** What is thrown for a stream that cannot be read. */
let broken: Map<string, Error>;
beforeAll(async () => {
  database = await openWebhookDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  broken = new Map();
  const store = openMemoryStore();
  const load: EventStore['load'] = (stream, from) => {
    const error = broken.get(stream);
    return error ? Promise.reject(error) : store.load(stream, from);
  };
  stage = await openStage(database.pool, { ...store, load });
  await createShop(stage.store);
});
afterEach(() => stage.close());

const write = async (body = 'Olá') => {
  accepted(await stage.commands.message.receive(byConnection(), inbound({ body })));
  const received = await eventsOfType(stage.store, 'MessageReceived');
  return received.at(-1)?.entityId ?? '';
};
const spoil = (messageId: string, error: Error = new UnreadableEvent('a key is not in the database')) =>
  broken.set(streamName('message', companyId, messageId), error);
const mend = () => broken.clear();
const told = async () => {
  await stage.follow();
  await stage.deliver();
};

describe('a delivery that cannot be made', () => {
  it('holds up no other, though there are more of them than go out at once', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
    for (let n = 0; n < 20; n += 1) spoil(await write());
    const good = await write();
    await told();
    expect(receiver.received.map(({ json }) => json.data.messageId)).toEqual([good]);
    const states = (await stage.rows()).map(({ status, tries }) => [status, tries]);
    expect(states).toEqual([...Array(20).fill(['waiting', 0]), ['delivered', 1]]);
  });

  it.each([
    ['is no event of the catalogue', new UnreadableEvent('it has an unknown type')],
    ['meets a fault of ours', new TypeError("Cannot read properties of undefined (reading 'x')")],
    ['meets a store that refuses', Object.assign(new Error('damaged'), { name: 'StoreRefused' })],
  ])(
    'is counted, named with its reason, and looked at less and less often, where it %s',
    async (_, error) => {
      const { id: endpointId } = await stage.addEndpoint({ events: ['message.received'] });
      spoil(await write(), error);
      await told();
      const of = { companyId, endpointId };
      const [first] = await listDeliveries(database.pool, of, { most: 10 });
      expect(first).toMatchObject({
        status: 'waiting',
        unmade: 1,
        problem: 'unreadable',
        reason: error.message,
      });
      expect(first?.triedAt).toBe(stage.now().toISOString());
      const pauses: number[] = [];
      for (let n = 0; n < 10; n += 1) {
        const [row] = await stage.rows();
        const pauseMs = (row?.next_at?.getTime() ?? 0) - stage.now().getTime();
        pauses.push(pauseMs);
        stage.advance(pauseMs);
        await stage.deliver();
      }
      expect(pauses[0]).toBeGreaterThan(0);
      expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
      expect(pauses.at(-1)).toBeLessThanOrEqual(900 * second);
      expect(await findDelivery(database.pool, of, first?.id ?? '')).toMatchObject({ unmade: 11, tries: 0 });
      const { count, oldest } = await deliveriesSetAside(database.pool, 20);
      expect(count).toBe(1);
      expect(oldest).toMatchObject([
        { ...{ id: first?.id, endpointId, companyId, type: 'message.received' }, reason: error.message },
      ]);
    },
  );

  it('is made by itself once it can be, with all of its tries before it', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
    const id = await write();
    spoil(id);
    await told();
    stage.advance(2 * hour);
    await stage.deliver();
    mend();
    receiver.state.answer = () => ({ status: 500 });
    stage.advance(hour);
    await stage.deliver();
    expect(await deliveriesSetAside(database.pool, 20)).toEqual({ count: 0, oldest: [] });
    receiver.state.answer = () => ({ status: 204 });
    stage.advance(6 * second);
    await stage.deliver();
    expect(receiver.received.map(({ json }) => json.data.messageId)).toEqual([id, id]);
    expect(await stage.rows()).toMatchObject([{ status: 'delivered', tries: 2 }]);
  });

  it('is looked at at once by a service that has just started, and by hand', async () => {
    const { id: endpointId, receiver } = await stage.addEndpoint({ events: ['message.received'] });
    for (const _ of [1, 2]) spoil(await write());
    await told();
    mend();
    await stage.deliver();
    expect(receiver.received).toEqual([]);
    const [one] = await stage.rows();
    expect(await resendDelivery(database.pool, { companyId, endpointId }, one?.id ?? '')).toBe(true);
    await database.pool.query('update webhook.delivery set next_at = $1 where id = $2', [
      stage.now(),
      one?.id,
    ]);
    await stage.deliver();
    expect(receiver.received).toHaveLength(1);
    await lookAgain(database.pool, stage.now());
    await stage.deliver();
    expect(receiver.received).toHaveLength(2);
  });

  it('says nothing of its endpoint, which is not warned of and not disabled', async () => {
    await stage.addEndpoint({ events: ['message.received'] });
    spoil(await write());
    await told();
    for (let day = 0; day < 5; day += 1) {
      stage.advance(24 * hour);
      await stage.deliver();
    }
    const { rows } = await database.pool.query('select enabled, failing_since from webhook.endpoint');
    expect(rows).toEqual([{ enabled: true, failing_since: null }]);
    expect(await eventsOfType(stage.store, 'WebhookFailing')).toEqual([]);
  });
});

describe('a store that cannot be reached for one delivery', () => {
  it('holds up no other, is no try, and is asked again soon', async () => {
    const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await write());
    for (const id of ids.slice(0, 10)) spoil(id, new StoreUnavailable('no answer'));
    await told();
    await stage.deliver();
    expect(receiver.received.map(({ json }) => json.data.messageId).toSorted()).toEqual(
      ids.slice(10).toSorted(),
    );
    expect((await stage.rows())[0]).toMatchObject({ status: 'waiting', tries: 0 });
    expect((await deliveriesSetAside(database.pool, 20)).count).toBe(0);
    mend();
    stage.advance(30 * second);
    await stage.deliver();
    expect(receiver.received).toHaveLength(12);
  });
});

describe('a webhook without a secret that is alive', () => {
  it('is sent nothing without a signature, and gets what waits once it has a secret', async () => {
    const { id: webhookId, receiver } = await stage.addEndpoint({ events: ['message.received'] });
    await database.pool.query('update secrets.webhook_secret set expires_at = $1', [stage.now()]);
    await write();
    await told();
    expect(receiver.received).toEqual([]);
    expect((await deliveriesSetAside(database.pool, 20)).oldest).toMatchObject([
      { problem: 'secret', reason: 'the webhook has no secret to sign with' },
    ]);
    await giveSecret(stage.parts, { webhookId, companyId, secretId: crypto.randomUUID() }, stage.now());
    stage.advance(hour);
    await stage.deliver();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
  });
});

describe('a webhook that is enabled again', () => {
  it('while it is being disabled for what it answered before stays enabled', async () => {
    const { id: webhookId, receiver } = await stage.addEndpoint({ events: ['message.received'] });
    receiver.state.answer = () => ({ status: 410 });
    await write();
    await stage.follow();
    const { disable } = stage.commands.webhook;
    stage.commands.webhook.disable = async (context, input) => {
      const outcome = await disable(context, input);
      // Somebody enables it, and the log is followed, before it is written down that it is disabled.
      accepted(await stage.commands.webhook.change(bySystem(), { webhookId, enabled: true }));
      await stage.follow();
      return outcome;
    };
    await stage.deliver();
    const { rows } = await database.pool.query('select enabled from webhook.endpoint');
    expect(rows).toEqual([{ enabled: true }]);
    receiver.state.answer = () => ({ status: 204 });
    await write();
    await told();
    expect(receiver.received.length).toBeGreaterThanOrEqual(2);
    expect((await stage.rows()).at(-1)).toMatchObject({ status: 'delivered' });
  });

  it('while it is warned of is warned of again before it is ever disabled', async () => {
    const { id: webhookId, receiver } = await stage.addEndpoint({ events: ['message.received'] });
    receiver.state.answer = () => ({ status: 500 });
    await write();
    await told();
    const { warn } = stage.commands.webhook;
    stage.commands.webhook.warn = async (context, input) => {
      const outcome = await warn(context, input);
      for (const enabled of [false, true]) {
        accepted(await stage.commands.webhook.change(bySystem(), { webhookId, enabled }));
        await stage.follow();
      }
      return outcome;
    };
    stage.advance(25 * hour);
    await write();
    await told();
    expect(await eventsOfType(stage.store, 'WebhookFailing')).toHaveLength(1);
    const { rows } = await database.pool.query('select warned_at from webhook.endpoint');
    expect(rows).toEqual([{ warned_at: null }]);
  });
});
