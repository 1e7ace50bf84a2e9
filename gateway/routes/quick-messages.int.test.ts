import { afterAll, beforeAll, expect, it } from 'vitest';
import { answered, type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openOffice } from '../testing/office.ts';

let harness: Harness;
let admin: Browser;
let ana: Browser;
let anaId: string;
let companyId: string;
beforeAll(async () => {
  harness = await openHarness();
  const office = await openOffice(harness);
  const boss = await office.user('Chefe', { profile: 'admin' });
  const attendant = await office.user('Ana');
  [anaId, companyId] = [attendant.userId, office.companyId];
  await harness.caughtUp();
  [admin, ana] = [openBrowser(harness), openBrowser(harness)];
  await admin.login(boss.email);
  await ana.login(attendant.email);
});
afterAll(() => harness.close());

const listOf = async (browser: Browser) => {
  await harness.caughtUp();
  const { body } = await browser.get('quick-messages/list');
  return body.map(({ shortcode }: { shortcode: string }) => shortcode);
};

it('quick messages are everybody’s own, by shortcode', async () => {
  const made = await ana.post('quick-messages', { shortcode: ' pix ', message: 'Nosso Pix é:\n…' });
  expect([made.status, made.body]).toEqual([
    201,
    {
      ...{ id: expect.any(String), shortcode: 'pix', message: 'Nosso Pix é:\n…', shared: false },
      ...{ userId: anaId, companyId, file: null, mediaName: null, mediaPath: null },
    },
  ]);
  await ana.post('quick-messages', { shortcode: 'Bom', message: 'Bom dia!' });
  expect(await listOf(ana)).toEqual(['Bom', 'pix']);
  expect(await listOf(admin)).toEqual([]);
  const page = await ana.get('quick-messages?searchParam=nosso');
  expect(page.body).toEqual({ records: [made.body], hasMore: false, count: 1 });
});

it('a quick message is changed and removed by its owner alone', async () => {
  const { body } = await ana.post('quick-messages', { shortcode: 'horario', message: 'Das 9 às 18.' });
  const path = `quick-messages/${body.id}`;
  const change = { shortcode: 'horas', message: 'Das 8 às 18.' };
  expect(answered(await admin.put(path, change))).toEqual([403, 'ERR_NO_PERMISSION']);
  expect(answered(await admin.delete(path))).toEqual([403, 'ERR_NO_PERMISSION']);
  expect(await ana.put(path, change)).toMatchObject({ status: 200, body: { id: body.id, ...change } });
  expect(await listOf(ana)).toContain('horas');
  expect(answered(await ana.delete(path))).toEqual([200, undefined]);
  expect(await listOf(ana)).not.toContain('horas');
  expect(answered(await ana.put(path, change))).toEqual([404, 'ERR_NO_QUICK_MESSAGE_FOUND']);
});

it('a shortcode is one of a person’s, and another person’s, too', async () => {
  const body = { shortcode: 'tchau', message: 'Até logo!' };
  const first = await ana.post('quick-messages', body);
  const second = await ana.post('quick-messages', { ...body, shortcode: 'TCHAU' });
  expect([second.status, second.body]).toMatchObject([
    409,
    { error: 'ERR_SHORTCODE_ALREADY_EXISTS', details: { quickMessageId: first.body.id } },
  ]);
  expect((await admin.post('quick-messages', body)).status).toBe(201);
});

it('an administrator makes quick messages for the whole company', async () => {
  const body = { shortcode: 'garantia', message: 'Doze meses.', shared: true };
  expect(answered(await ana.post('quick-messages', body))).toEqual([403, 'ERR_NO_PERMISSION']);
  const made = await admin.post('quick-messages', body);
  expect(await listOf(ana)).toContain('garantia');
  const path = `quick-messages/${made.body.id}`;
  expect((await ana.get(path)).body).toEqual(made.body);
  expect(answered(await ana.put(path, { ...body, message: 'Nenhuma.' }))).toEqual([403, 'ERR_NO_PERMISSION']);
  expect(answered(await ana.delete(path))).toEqual([403, 'ERR_NO_PERMISSION']);
  const { shared: _, ...unsaid } = body;
  const changed = await admin.put(path, { ...unsaid, message: 'Dois anos.' });
  expect(changed.body).toEqual({ ...made.body, message: 'Dois anos.' });
  expect((await ana.post('quick-messages', { ...unsaid, message: 'A minha.' })).status).toBe(201);
  await admin.put(path, { ...body, shared: false });
  await harness.caughtUp();
  expect(answered(await ana.get(path))).toEqual([404, 'ERR_NO_QUICK_MESSAGE_FOUND']);
});

it.each([
  { shortcode: 'oi', message: 'Olá!' },
  { shortcode: 'ola', message: 'Oi' },
])('refuses what is too short: %j', async body => {
  expect(answered(await ana.post('quick-messages', body))).toEqual([400, 'ERR_VALIDATION']);
});
