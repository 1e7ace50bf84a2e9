import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { answered, type Browser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { adminAndAttendant } from '../testing/logged-in.ts';
import { type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let ana: Browser;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  [admin, ana] = await adminAndAttendant(harness, office);
});
afterAll(() => harness.close());

const form = (name: string, color: string) => ({
  ...{ name, color, greetingMessage: 'Olá!', outOfHoursMessage: '', complationMessage: 'Até logo!' },
  ...{ ratingMessage: 'De 1 a 3?', orderQueue: 1 },
});
const hours = { weekday: 'Sexta-feira', weekdayEn: 'friday', startTime: '22:00', endTime: '02:00' };

it('a queue has texts, an order and hours of its own', async () => {
  const made = await admin.post('queue', { ...form('Vendas', '#00aa00'), schedules: [hours] });
  expect([made.status, made.body]).toMatchObject([
    201,
    { ...form('Vendas', '#00aa00'), schedules: [hours], holidays: [] },
  ]);
  const path = `queue/${made.body.id}`;
  const holidays = [{ day: '12-25', name: 'Natal' }];
  const changed = await admin.put(path, { ...form('Vendas', '#00aa00'), holidays });
  expect(changed.body).toMatchObject({
    schedules: [hours],
    holidays: [{ day: '12-25', startTime: '00:00' }],
  });
  await harness.caughtUp();
  expect((await ana.get(path)).body).toEqual(changed.body);
  expect(answered(await ana.put(path, form('Vendas', '#00aa00')))).toEqual([403, 'ERR_NO_PERMISSION']);
});

it('needs no texts: a new one has none, and one that is there keeps its own', async () => {
  const bare = await admin.post('queue', { name: 'Balcão', color: '#00aa99' });
  expect([bare.status, bare.body]).toMatchObject([201, { greetingMessage: '', outOfHoursMessage: '' }]);
  const path = `queue/${bare.body.id}`;
  const texts = { greetingMessage: 'Olá!', outOfHoursMessage: 'Voltamos às 8.' };
  await admin.put(path, { name: 'Balcão', color: '#00aa99', ...texts });
  const renamed = await admin.put(path, { name: 'Frente', color: '#00aa99' });
  expect([renamed.status, renamed.body]).toMatchObject([200, { name: 'Frente', ...texts }]);
  await admin.delete(path);
});

it('a colour is one queue’s, in whatever case', async () => {
  expect(answered(await admin.post('queue', form('Outra', '#00AA00')))).toEqual([
    ...[409, 'ERR_QUEUE_COLOR_ALREADY_EXISTS'],
  ]);
  expect(answered(await admin.post('queue', form('Outra', '#0')))).toEqual([400, 'ERR_VALIDATION']);
});

it('queues are listed in their order, then by name', async () => {
  await admin.post('queue', { ...form('Zelo', '#000001'), orderQueue: 0 });
  await admin.post('queue', { ...form('Apoio', '#000002'), orderQueue: 1 });
  await harness.caughtUp();
  const { body } = await ana.get('queue');
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['Zelo', 'Apoio', 'Vendas']);
});

it('says what goes with a queue, and takes another for its tickets', async () => {
  const queueId = await office.queue('Caixa', '#0000aa');
  const nextId = await office.queue('Cobrança', '#0000bb');
  const connectionId = await office.connection([queueId]);
  await office.user('Bia', { queueIds: [queueId] });
  await office.pending({ contactId: await office.contact(), connectionId, queueId });
  await harness.caughtUp();
  expect((await admin.get(`queue/${queueId}/use`)).body).toEqual({ tickets: 1, users: 1, connections: 1 });
  expect((await admin.get(`queue/${nextId}/use`)).body).toEqual({ tickets: 0, users: 0, connections: 0 });
  expect(answered(await ana.get(`queue/${queueId}/use`))).toEqual([403, 'ERR_NO_PERMISSION']);
  for (const bad of [newId(), queueId])
    expect(answered(await admin.delete(`queue/${queueId}?successorId=${bad}`))).toEqual([
      ...[404, 'ERR_NO_QUEUE_FOUND'],
    ]);
  expect(answered(await admin.delete(`queue/${queueId}?successorId=x`))).toEqual([400, 'ERR_VALIDATION']);
  expect(answered(await admin.delete(`queue/${queueId}?successorId=${nextId}`))).toEqual([200, undefined]);
  const removal = (await harness.store.load(`queue-${office.companyId}.${queueId}`)).at(-1);
  expect([removal?.type, removal?.data]).toEqual(['QueueRemoved', { queueId, successorId: nextId }]);
});
