import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { memoryPersonKeys, type PersonKeyring } from '#eventstore/person-keys.ts';
import { createShop } from '../testing/shop.ts';
import { accepted, byConnection, companyId, eventsOfType, inbound } from '../testing/world.ts';
import { purgeAnswers } from './delivery-rows.ts';
import { hour, openStage, openWebhookDatabase, type Stage } from './testing/stage.ts';

let database: Awaited<ReturnType<typeof openWebhookDatabase>>;
let keys: PersonKeyring;
let stage: Stage;
beforeAll(async () => {
  database = await openWebhookDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  keys = memoryPersonKeys();
  stage = await openStage(database.pool, openMemoryStore({ keys }));
  await createShop(stage.store);
});
afterEach(() => stage.close());

const write = async () => {
  accepted(await stage.commands.message.receive(byConnection(), inbound()));
  await stage.follow();
  const received = await eventsOfType(stage.store, 'MessageReceived');
  return received.at(-1)?.persons ?? [];
};
const erase = async (persons: readonly string[]) => {
  await keys.destroy(companyId, persons);
  await purgeAnswers(database.pool, { companyId, persons });
};
const answers = async () =>
  (
    await database.pool.query<{ answer: string | null; status: string }>(
      'select answer, status from webhook.delivery',
    )
  ).rows;

it('keeps nothing of an answer that comes after its person was erased', async () => {
  const { receiver } = await stage.addEndpoint({ events: ['message.received'], payload: 'full' });
  const persons = await write();
  const answer = Promise.withResolvers<{ status: number; body: string }>();
  receiver.state.answer = () => answer.promise;
  const delivered = stage.deliver();
  await receiver.until(1);
  await erase(persons);
  answer.resolve({ status: 200, body: 'Clara, 5511987654321' });
  await delivered;
  expect(await answers()).toEqual([{ answer: null, status: 'delivered' }]);
});

it.each([
  ['that is tried again', 500],
  ['that is refused', 404],
  ['that gets through at last', 200],
])('keeps nothing of the answer to a delivery %s long after the erasure', async (_, status) => {
  const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
  receiver.state.answer = () => ({ status: 500, body: 'Clara' });
  const persons = await write();
  await stage.deliver();
  expect((await answers())[0]?.answer).toBe('Clara');
  await erase(persons);
  receiver.state.answer = () => ({ status, body: 'Clara, 5511987654321' });
  stage.advance(3 * hour);
  await stage.deliver();
  expect(receiver.received).toHaveLength(2);
  expect((await answers())[0]?.answer).toBeNull();
});

it('keeps what is answered of others', async () => {
  const { receiver } = await stage.addEndpoint({ events: ['message.received'] });
  receiver.state.answer = () => ({ status: 200, body: 'ok' });
  await erase([crypto.randomUUID()]);
  await write();
  await stage.deliver();
  expect((await answers())[0]?.answer).toBe('ok');
});
