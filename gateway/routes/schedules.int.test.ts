import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { answered, type Browser, openBrowser } from '../testing/browser.ts';
import { postFile } from '../testing/file-form.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let ana: Browser;
let bia: Browser;
let anaId: string;
let connectionId: string;
let contactId: string;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  connectionId = await office.connection();
  contactId = await office.contact('Clara');
  const boss = await office.user('Chefe', { profile: 'admin' });
  const [one, other] = [await office.user('Ana'), await office.user('Bia')];
  anaId = one.userId;
  await harness.caughtUp();
  [admin, ana, bia] = [openBrowser(harness), openBrowser(harness), openBrowser(harness)];
  await admin.login(boss.email);
  await ana.login(one.email);
  await bia.login(other.email);
});
afterAll(() => harness.close());

const form = (change: object = {}) => ({
  ...{ contactId, body: 'Sua consulta é amanhã.', sendAt: '2099-01-31T09:00' },
  ...change,
});
const made = async (change: object = {}, by = ana) => {
  const { status, body } = await by.post('schedules', form(change));
  if (status !== 201) throw new Error(JSON.stringify(body));
  await harness.caughtUp();
  return body.id as string;
};
const shown = async (id: string, by = ana) => {
  await harness.caughtUp();
  return (await by.get(`schedules/${id}`)).body;
};

describe('a scheduled message', () => {
  it('is kept with its local time, the company’s zone and the default connection', async () => {
    const id = await made({ recurrence: 'monthly', sendAt: '2099-01-31T09:00:00' });
    expect(await shown(id)).toEqual({
      ...{ id, contactId, contact: { id: contactId, name: 'Clara', number: expect.any(String) } },
      ...{ body: 'Sua consulta é amanhã.', sendAt: '2099-01-31T09:00', zone: 'America/Sao_Paulo' },
      ...{ dueAt: '2099-01-31T12:00:00.000Z', startsAt: '2099-01-31T09:00', sentAt: null, lastSentAt: null },
      ...{ status: 'scheduled', reason: null, recurrence: 'monthly', signature: true, replyToAuthor: false },
      ...{ whatsappId: connectionId, whatsapp: { id: connectionId, name: 'Principal' } },
      ...{ userId: anaId, user: { id: anaId, name: 'Ana' }, mediaName: null, mediaPath: null },
      ...{ companyId: office.companyId, createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
  });

  it.each([
    [{ body: 'Oi!' }],
    [{ body: '    oi    ' }],
    [{ sendAt: '' }],
    [{ sendAt: '2020-01-01T09:00' }],
    [{ sendAt: '2099-02-30T09:00' }],
    [{ contactId: '' }],
    [{ zone: 'Lua/Cratera' }],
    [{ recurrence: 'hourly' }],
  ])('is refused with %j', async change =>
    expect(answered(await ana.post('schedules', form(change)))).toEqual([400, 'ERR_VALIDATION']),
  );

  it('is changed, cancelled and removed', async () => {
    const id = await made();
    const change = form({ body: 'Mudou de hora.', sendAt: '2099-02-01T10:00', signature: false });
    expect((await ana.put(`schedules/${id}`, change)).status).toBe(200);
    expect(await shown(id)).toMatchObject({
      body: 'Mudou de hora.',
      sendAt: '2099-02-01T10:00',
      signature: false,
    });
    expect((await ana.post(`schedules/${id}/cancel`)).status).toBe(200);
    expect(await shown(id)).toMatchObject({ status: 'cancelled' });
    expect((await ana.delete(`schedules/${id}`)).status).toBe(200);
    await harness.caughtUp();
    expect(answered(await ana.get(`schedules/${id}`))).toEqual([404, 'ERR_NO_SCHEDULE_FOUND']);
    expect(answered(await ana.put(`schedules/${id}`, change))).toEqual([404, 'ERR_NO_SCHEDULE_FOUND']);
  });

  it('is sent at once where the connection is there, and is nobody’s to change from then on', async () => {
    const id = await made();
    expect(answered(await ana.post(`schedules/${id}/send`))).toEqual([409, 'ERR_WAPP_NOT_INITIALIZED']);
    const status = { connectionId, status: 'CONNECTED' as const, reason: null, number: null };
    must(await harness.commands.connection.recordStatus(office.context(), status));
    expect((await ana.post(`schedules/${id}/send`)).status).toBe(200);
    expect(await shown(id)).toMatchObject({ status: 'sending' });
    for (const refused of [ana.put(`schedules/${id}`, form()), ana.post(`schedules/${id}/cancel`)])
      expect(answered(await refused)).toEqual([409, 'ERR_SCHEDULE_SENT']);
  });

  it('has a file, which goes with it', async () => {
    const id = await made();
    const given = await postFile(ana, `schedules/${id}/file-upload`, {
      name: 'mapa.txt',
      text: 'Rua',
      headers: {},
    });
    expect([given.status, given.body.mediaName]).toEqual([200, 'mapa.txt']);
    const { mediaName, mediaPath } = await shown(id);
    expect(mediaName).toBe('mapa.txt');
    expect((await ana.get(mediaPath)).body).toBe('Rua');
    expect((await ana.delete(`schedules/${id}/file-upload`)).status).toBe(200);
    expect(await shown(id)).toMatchObject({ mediaName: null, mediaPath: null });
    expect((await ana.get(mediaPath)).status).toBe(404);
  });
});

describe('the list', () => {
  it('comes by pages, with what is sought in words and contacts', async () => {
    const maria = await office.contact('María Souza');
    await harness.caughtUp();
    const id = await made({ contactId: maria, body: 'Feliz aniversário!' });
    const found = async (query: string) => {
      const { body } = await ana.get(`schedules/?${query}`);
      return [body.schedules.map((each: { id: string }) => each.id), body.hasMore, body.count];
    };
    expect(await found('searchParam=ANIVERSARIO')).toEqual([[id], false, 1]);
    expect(await found('searchParam=maria')).toEqual([[id], false, 1]);
    expect(await found(`contactId=${maria}`)).toEqual([[id], false, 1]);
    expect(await found(`contactId=${newId()}`)).toEqual([[], false, 0]);
    expect(await found('searchParam=nada disso')).toEqual([[], false, 0]);
    for (let more = 0; more < 41; more += 1) await made({ body: `Lote ${more}` });
    const [first] = await found('searchParam=lote');
    expect(first).toHaveLength(40);
    expect((await found('searchParam=lote&pageNumber=2'))[0]).toHaveLength(1);
  });

  it('of some days has what falls between them, and what goes on until then', async () => {
    const other = await office.contact('Diego');
    await harness.caughtUp();
    const once = await made({ contactId: other, sendAt: '2098-05-10T09:00' });
    const weekly = await made({ contactId: other, sendAt: '2098-04-01T09:00', recurrence: 'weekly' });
    const of = async (from: string, until: string) => {
      const { body } = await ana.get(`schedules?contactId=${other}&from=${from}&until=${until}`);
      return body.schedules.map(({ id }: { id: string }) => id).toSorted();
    };
    expect(await of('2098-05-01', '2098-05-31')).toEqual([once, weekly].toSorted());
    expect(await of('2098-06-01', '2098-06-30')).toEqual([weekly]);
    expect(await of('2098-03-01', '2098-03-31')).toEqual([]);
  });
});

describe('the list of one status', () => {
  it('has no others, by pages and by days', async () => {
    const contact = await office.contact('Elisa');
    await harness.caughtUp();
    const [waits, cancelled] = [
      await made({ contactId: contact, sendAt: '2097-05-10T09:00' }),
      await made({ contactId: contact, sendAt: '2097-05-11T09:00' }),
    ];
    await ana.post(`schedules/${cancelled}/cancel`);
    await harness.caughtUp();
    const of = async (query: string) => {
      const { body } = await ana.get(`schedules?contactId=${contact}&${query}`);
      return [body.schedules.map(({ id }: { id: string }) => id), body.count];
    };
    expect(await of('status=scheduled')).toEqual([[waits], 1]);
    expect(await of('status=cancelled')).toEqual([[cancelled], 1]);
    expect(await of('status=failed')).toEqual([[], 0]);
    expect(await of('status=cancelled&from=2097-05-01&until=2097-05-31')).toEqual([[cancelled], 1]);
    expect(answered(await ana.get('schedules?status=late'))).toEqual([400, 'ERR_VALIDATION']);
  });
});

describe('who sees it', () => {
  it('is everybody where contacts are everybody’s', async () => {
    const id = await made();
    expect((await shown(id, bia)).id).toBe(id);
    expect((await bia.put(`schedules/${id}`, form({ body: 'Da Bia, agora.' }))).status).toBe(200);
  });

  it('are its author, administrators and those whose contact it is, where there are wallets', async () => {
    const theirs = await office.contact('Da Carteira');
    await harness.caughtUp();
    const id = await made({ contactId: theirs });
    const admins = await made({ contactId: theirs }, admin);
    const wallet = { contactId: theirs, userIds: [anaId] };
    must(await harness.commands.contact.changeWallet(office.context(), wallet));
    const setting = { companyId: office.companyId, key: 'useContactWallet', value: 'enabled' };
    must(await harness.commands.company.changeSetting(office.context(), setting));
    await harness.caughtUp();
    expect([(await shown(id)).id, (await shown(id, admin)).id, (await shown(admins)).id]).toEqual([
      id,
      id,
      admins,
    ]);
    expect(answered(await bia.get(`schedules/${id}`))).toEqual([404, 'ERR_NO_SCHEDULE_FOUND']);
    expect((await bia.get(`schedules?contactId=${theirs}`)).body.schedules).toEqual([]);
    for (const refused of [
      bia.put(`schedules/${id}`, form()),
      bia.post(`schedules/${id}/send`),
      bia.post(`schedules/${id}/cancel`),
      bia.delete(`schedules/${id}`),
      bia.delete(`schedules/${id}/file-upload`),
      bia.post('schedules', form({ contactId: theirs })),
    ])
      expect(answered(await refused)).toEqual([403, 'ERR_NO_PERMISSION']);
  });
});
