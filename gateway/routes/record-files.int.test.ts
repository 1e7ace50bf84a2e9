import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { postFile } from '../testing/file-form.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, openOffice } from '../testing/office.ts';

let harness: Harness;
let admin: Browser;
let ana: Browser;
let companyId: string;
let ticketId: string;
let other: Browser;
beforeAll(async () => {
  harness = await openHarness();
  const office = await openOffice(harness);
  companyId = office.companyId;
  const queueId = await office.queue('Vendas', '#00aa00');
  const connectionId = await office.connection([queueId]);
  const boss = await office.user('Chefe', { profile: 'admin' });
  const attendant = await office.user('Ana', { queueIds: [queueId] });
  ticketId = await office.pending({ contactId: await office.contact(), connectionId, queueId });
  must(
    await harness.commands.ticket.accept(office.context({ ...attendant, superAdmin: false }), { ticketId }),
  );
  const elsewhere = await openOffice(harness);
  const stranger = await elsewhere.user('Rita', { profile: 'admin' });
  await harness.caughtUp();
  [admin, ana, other] = [openBrowser(harness), openBrowser(harness), openBrowser(harness)];
  await admin.login(boss.email);
  await ana.login(attendant.email);
  await other.login(stranger.email);
});
afterAll(() => harness.close());

const upload = async (browser: Browser, id: string, text: string, name = 'Tabela de preços.txt') => {
  const answer = await postFile(browser, `quick-messages/${id}/file-upload`, { name, text });
  await harness.caughtUp();
  return answer;
};
const shortcodes = Array.from({ length: 20 }, (_, index) => `texto${index}`).values();
const made = async (browser = ana, shared = false) => {
  const form = { shortcode: shortcodes.next().value, message: 'Segue a tabela.', shared };
  const { body } = await browser.post('quick-messages', form);
  await harness.caughtUp();
  return body.id as string;
};
const shownTo = async (browser: Browser, id: string) => (await browser.get(`quick-messages/${id}`)).body;
const fetched = (address: string) => harness.app.inject({ method: 'GET', url: address });
const objects = async () => {
  const { rows } = await harness.pool.query('select from media.object where company_id = $1', [companyId]);
  return rows.length;
};

describe('the file of a quick message', () => {
  it('is stored, named, and opens under a signed address', async () => {
    const id = await made();
    expect(await shownTo(ana, id)).toMatchObject({ mediaName: null, mediaPath: null });
    const { status, body } = await upload(ana, id, 'pão 2,00');
    expect([status, body.mediaName]).toEqual([200, 'Tabela de preços.txt']);
    const shown = await shownTo(ana, id);
    expect(shown).toMatchObject({ mediaName: 'Tabela de preços.txt', file: { mime: 'text/plain', size: 9 } });
    expect((await fetched(shown.mediaPath)).body).toBe('pão 2,00');
    expect((await fetched(shown.mediaPath.replace(/&s=.*/, '&s=abc'))).statusCode).toBe(403);
    const { body: list } = await ana.get('quick-messages/list');
    expect(list.find((each: { id: string }) => each.id === id).mediaPath).toMatch(/&s=/);
    const { body: page } = await ana.get('quick-messages');
    expect(page.records.find((each: { id: string }) => each.id === id).mediaPath).toMatch(/&s=/);
  });

  it('is replaced and removed, and its bytes go with it', async () => {
    const id = await made();
    const before = await objects();
    const first = (await upload(ana, id, 'um')).body.mediaPath;
    const second = (await upload(ana, id, 'dois', 'dois.txt')).body.mediaPath;
    expect(await objects()).toBe(before + 1);
    expect((await fetched(first)).statusCode).toBe(404);
    expect((await fetched(second)).body).toBe('dois');
    const changed = await ana.put(`quick-messages/${id}`, { shortcode: 'mudado', message: 'Outro texto.' });
    expect(changed.body.mediaName).toBe('dois.txt');
    const taken = await ana.delete(`quick-messages/${id}/file-upload`);
    expect([taken.status, taken.body]).toMatchObject([200, { id, mediaName: null, mediaPath: null }]);
    expect([await objects(), (await fetched(second)).statusCode]).toEqual([before, 404]);

    const { body } = await upload(ana, id, 'três');
    await ana.delete(`quick-messages/${id}`);
    expect([await objects(), (await fetched(body.mediaPath)).statusCode]).toEqual([before, 404]);
  });

  it('is left alone by others, and what they send is not kept', async () => {
    const id = await made();
    await upload(ana, id, 'meu');
    const before = await objects();
    for (const [browser, status, error] of [
      [admin, 403, 'ERR_NO_PERMISSION'],
      [other, 404, 'ERR_NO_QUICK_MESSAGE_FOUND'],
    ] as const) {
      expect(await upload(browser, id, 'não')).toMatchObject({ status, body: { error } });
      const { body } = await browser.delete(`quick-messages/${id}/file-upload`);
      expect(body.error).toBe(error);
    }
    expect(await objects()).toBe(before);
    const shared = await made(admin, true);
    expect((await upload(admin, shared, 'de todos')).status).toBe(200);
    expect((await fetched((await shownTo(ana, shared)).mediaPath)).body).toBe('de todos');
    expect((await upload(ana, shared, 'não')).status).toBe(403);
  });

  it('is one file', async () => {
    const id = await made();
    const none = await ana.post(`quick-messages/${id}/file-upload`, { file: 'a' });
    expect([none.status, none.body.error]).toEqual([400, 'ERR_VALIDATION']);
    const large = await upload(ana, id, 'x'.repeat(200_001));
    expect(large).toMatchObject({ status: 413, body: { error: 'ERR_MEDIA_TOO_LARGE' } });
  });

  it('goes with a message by its address, without its bytes, and stays there when it is gone here', async () => {
    const id = await made();
    const { body } = await upload(ana, id, 'pão 2,50');
    const message = { body: 'Segue a tabela.', mediaPath: body.mediaPath, mediaName: 'Tabela.txt' };
    const headers = { 'x-command-id': crypto.randomUUID() };
    const sent = await ana.post(`messages/${ticketId}`, message, headers);
    expect(sent.status).toBe(201);
    expect((await ana.post(`messages/${ticketId}`, message, headers)).body).toEqual(sent.body);
    await ana.delete(`quick-messages/${id}`);
    await harness.caughtUp();
    const { body: page } = await ana.get(`messages/${ticketId}`);
    const shown = page.messages.find((each: { id: string }) => each.id === sent.body.id);
    expect(shown).toMatchObject({
      ...{ body: 'Segue a tabela.', mediaType: 'application', mediaName: 'Tabela.txt', state: 'queued' },
      media: { mime: 'text/plain', size: 9 },
    });
    expect((await fetched(shown.mediaUrl)).body).toBe('pão 2,50');
    const late = await ana.post(`messages/${ticketId}`, message);
    expect([late.status, late.body.error]).toEqual([422, 'ERR_WAPP_DOWNLOAD_MEDIA']);
  });

  it('goes with no message of who was not given its address', async () => {
    const { body } = await upload(ana, await made(), 'segredo');
    const refused = async (mediaPath: string, browser = ana) => {
      const answer = await browser.post(`messages/${ticketId}`, { body: 'x', mediaPath });
      return [answer.status, answer.body.error];
    };
    expect(await refused(body.mediaPath.replace(/&s=.*/, ''))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await refused(body.mediaPath.replace(/&e=\d+/, '&e=9999999999'))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ]);
    expect(await refused(`https://exemplo.com${body.mediaPath}`)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await refused(body.mediaPath, other))[0]).toBeGreaterThanOrEqual(403);
  });
});
