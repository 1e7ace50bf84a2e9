import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { QueueOptionView } from '#contracts/queue-options.ts';
import { answered, type Browser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Live, openLive } from '../testing/live-socket.ts';
import { adminAndAttendant } from '../testing/logged-in.ts';
import { type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let ana: Browser;
let address: string;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  [admin, ana] = await adminAndAttendant(harness, office);
  address = await harness.listen();
});
afterAll(() => harness.close());

const aQueue = async () => {
  const queueId = await office.queue('Vendas', `#${newId().slice(-6)}`);
  await harness.caughtUp();
  return queueId;
};
const add = async (queueId: string, title: string, parentId: string | -1 = -1) =>
  (await admin.post('queue-options', { queueId, parentId, title, message: `Sobre ${title}` })).body
    .id as string;
/** `Boletos(Segunda via) Notas` */
const drawn = (options: readonly QueueOptionView[]): string =>
  options
    .map(({ title, children }) => `${title}${children.length > 0 ? `(${drawn(children)})` : ''}`)
    .join(' ');
const shown = async (queueId: string, browser = ana) => {
  await harness.caughtUp();
  return drawn((await browser.get(`queue-options?queueId=${queueId}&parentId=-1`)).body);
};

it('an option is made, found at once by its id, changed, moved and removed with all below it', async () => {
  const queueId = await aQueue();
  const text = { title: 'Boletos', message: 'Qual deles?' };
  const made = await admin.post('queue-options', { queueId, parentId: -1, ...text });
  const { id } = made.body;
  expect([made.status, made.body]).toEqual([
    ...[201, { id, queueId, parentId: -1, option: 1, ...text, children: [] }],
  ]);
  const changed = await admin.put(`queue-options/${id}`, { title: 'Cobrança' });
  expect([changed.status, changed.body]).toEqual([200, { ...made.body, title: 'Cobrança' }]);
  const below = await add(queueId, 'Segunda via', id);
  const other = await add(queueId, 'Notas');
  expect(await shown(queueId)).toBe('Cobrança(Segunda via) Notas');
  const moved = await admin.put(`queue-options/${other}`, { ...text, parentId: id, option: 1 });
  expect(moved.body).toMatchObject({ id: other, parentId: id, option: 1, title: 'Boletos' });
  expect(await shown(queueId)).toBe('Cobrança(Boletos Segunda via)');
  await admin.put(`queue-options/${below}`, { parentId: -1, option: 1 });
  expect(await shown(queueId)).toBe('Segunda via Cobrança(Boletos)');
  const one = (await ana.get(`queue-options/${id}`)).body;
  expect(one).toMatchObject({ id, option: 2, parentId: -1, children: [{ id: other, parentId: id }] });
  expect((await ana.get(`queue-options?queueId=${queueId}&parentId=${id}`)).body).toEqual(one.children);
  const gone = await admin.delete(`queue-options/${id}`);
  expect([gone.status, gone.body.id]).toEqual([200, id]);
  expect(await shown(queueId)).toBe('Segunda via');
  for (const path of [`queue-options/${id}`, `queue-options/${other}`])
    expect(answered(await ana.get(path))).toEqual([404, 'ERR_NO_QUEUE_OPTION_FOUND']);
});

it('everybody reads the options; only who may change queues changes them', async () => {
  const queueId = await aQueue();
  const id = await add(queueId, 'Boletos');
  expect(await shown(queueId, ana)).toBe('Boletos');
  const refused = [
    await ana.post('queue-options', { queueId, title: 'Minha' }),
    await ana.put(`queue-options/${id}`, { title: 'Minha' }),
    await ana.delete(`queue-options/${id}`),
  ];
  for (const answer of refused) expect(answered(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
});

describe('refuses', () => {
  it('what is not there', async () => {
    const queueId = await aQueue();
    const id = await add(queueId, 'Boletos');
    await harness.caughtUp();
    const nobody = newId();
    const missing = [404, 'ERR_NO_QUEUE_OPTION_FOUND'];
    expect(answered(await admin.get(`queue-options/${nobody}`))).toEqual(missing);
    expect(answered(await admin.get(`queue-options?queueId=${queueId}&parentId=${nobody}`))).toEqual(missing);
    expect(answered(await admin.put(`queue-options/${nobody}`, { title: 'x' }))).toEqual(missing);
    expect(answered(await admin.put(`queue-options/${id}`, { parentId: nobody }))).toEqual(missing);
    expect(answered(await admin.delete(`queue-options/${nobody}`))).toEqual(missing);
    const none = [404, 'ERR_NO_QUEUE_FOUND'];
    expect(answered(await admin.get(`queue-options?queueId=${nobody}`))).toEqual(none);
    expect(answered(await admin.post('queue-options', { queueId: nobody, title: 'x' }))).toEqual(none);
  });

  it('what is not as it must be', async () => {
    const queueId = await aQueue();
    const id = await add(queueId, 'Boletos');
    const invalid = [400, 'ERR_VALIDATION'];
    for (const body of [
      ...[{}, { title: '' }, { title: 'x'.repeat(51) }, { title: 'x', parentId: 0 }],
      ...[
        { title: 'x', parentId: null },
        { title: 'x', message: 'x'.repeat(50_001) },
      ],
    ])
      expect(answered(await admin.post('queue-options', { queueId, ...body }))).toEqual(invalid);
    for (const body of [{ title: '' }, { option: 0 }, { option: 10 }, { option: 1.5 }, { parentId: 'x' }])
      expect(answered(await admin.put(`queue-options/${id}`, body))).toEqual(invalid);
    expect(answered(await admin.get('queue-options?parentId=-1'))).toEqual(invalid);
  });

  it('a tenth option, a sixth level, and one below itself', async () => {
    const queueId = await aQueue();
    const chain = [await add(queueId, 'Nível 1')];
    for (const level of [2, 3, 4, 5]) chain.push(await add(queueId, `Nível ${level}`, chain.at(-1)));
    const limited = [409, 'ERR_QUEUE_OPTION_LIMIT'];
    const deeper = { queueId, parentId: chain.at(-1), title: 'Nível 6' };
    expect(answered(await admin.post('queue-options', deeper))).toEqual(limited);
    for (let n = 2; n <= 9; n += 1) await add(queueId, `Opção ${n}`);
    expect(answered(await admin.post('queue-options', { queueId, title: 'Opção 10' }))).toEqual(limited);
    const below = await admin.put(`queue-options/${chain[0]}`, { parentId: chain[2] });
    expect(answered(below)).toEqual([409, 'ERR_QUEUE_OPTION_BELOW_ITSELF']);
  });
});

it('a queue that is removed has no options any more', async () => {
  const queueId = await aQueue();
  const id = await add(queueId, 'Boletos');
  await admin.delete(`queue/${queueId}`);
  await harness.caughtUp();
  const none = [404, 'ERR_NO_QUEUE_FOUND'];
  expect(answered(await ana.get(`queue-options?queueId=${queueId}`))).toEqual(none);
  expect(answered(await ana.get(`queue-options/${id}`))).toEqual([404, 'ERR_NO_QUEUE_OPTION_FOUND']);
  expect(answered(await admin.post('queue-options', { queueId, title: 'x' }))).toEqual(none);
  expect(answered(await admin.put(`queue-options/${id}`, { title: 'x' }))).toEqual(none);
  expect(answered(await admin.delete(`queue-options/${id}`))).toEqual(none);
});

it('tells screens that the options of a queue are others, after a time away too', async () => {
  const queueId = await aQueue();
  const open = async (since?: number): Promise<Live> => {
    const socket = openLive(address, ana.token(), since);
    await socket.hello();
    return socket;
  };
  const told = ({ event, data }: { event: string; data: unknown }) =>
    event.endsWith('-queueOptions') && Reflect.get(Object(data), 'queueId') === queueId;
  const there = await open();
  const since = await harness.caughtUp();
  await add(queueId, 'Boletos');
  expect((await there.frame('the change', told)).data).toEqual({ action: 'update', queueId });
  const back = await open(since);
  expect((await back.frame('what was missed', told)).data).toEqual({ action: 'update', queueId });
  for (const socket of [there, back]) socket.close();
});
