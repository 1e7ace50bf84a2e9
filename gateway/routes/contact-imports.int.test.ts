import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeXlsx } from '#spreadsheets/write-xlsx.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { postFile } from '../testing/file-form.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { endedImport, noRows, startImports } from '../testing/imports.ts';
import { adminAndAttendant } from '../testing/logged-in.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let user: Browser;
let connectionId: string;
let stopImports: () => Promise<void>;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  connectionId = await office.connection();
  [admin, user] = await adminAndAttendant(harness, office);
  stopImports = await startImports(harness);
});
afterAll(async () => {
  await stopImports();
  await harness.close();
});

/** A sheet that is small as a file, and takes long to be read. */
const bomb = async () => {
  const rows = Array.from({ length: 10_000 }, () => ['a']);
  const pages = Readable.from(Array.from({ length: 60 }, () => rows));
  return new Uint8Array(Buffer.concat(await Array.fromAsync(writeXlsx('A', pages))));
};
const mobile = () => `11 9${randomInt(6_000_000, 9_999_999)}${randomInt(0, 9)}`;
const mapping = { name: 0, number: 1, email: 2, extra: [], areaCode: null };

const upload = async (text: string, browser = user) =>
  postFile(browser, 'contacts/import/upload', { name: 'clientes.csv', text });
const ended = (id: string, status?: string) => endedImport(harness, admin, id, status);
const importText = async (text: string, more: object = {}, browser = user) => {
  const { body } = await upload(text, browser);
  const { status } = await browser.post(`contacts/import/${body.id}/start`, { mapping, ...more });
  expect(status).toBe(200);
  return ended(body.id);
};
const named = async (name: string) => {
  const { body } = await admin.get(`contacts?searchParam=${encodeURIComponent(name)}`);
  return body.contacts;
};

describe('a file of contacts', () => {
  it('is read and shown before anything is imported', async () => {
    const { status, body } = await upload(`Nome;Celular;Cidade\nZilda;${mobile()};Recife\n`);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        ...{ fileName: 'clientes.csv', headings: ['Nome', 'Celular', 'Cidade'], rows: 1 },
        mapping: { name: 0, number: 1, email: null, extra: [], areaCode: null },
      }),
    ]);
    expect(body.sample[0][0]).toBe('Zilda');
    expect(await named('Zilda')).toEqual([]);
    expect((await admin.get('contacts/imports')).body).toEqual([]);
  });

  it('becomes contacts, and tells of every row what became of it', async () => {
    const [one, two, three] = [mobile(), mobile(), mobile()];
    const text = [
      'Nome;Celular;E-mail;CPF',
      `Úrsula Um;${one};ursula@mail.example;123`,
      `Úrsula Dois;+55 ${two};;`,
      `Úrsula de Novo;+55 (11) ${one.slice(3)};;`,
      'Sem Número;;;',
      'Curta;123;;',
      `E;${three};;`,
      `Mau E-mail;${three};isto não é;`,
      'B"r"uto;1;;',
    ].join('\n');
    const extra = [{ column: 3, name: 'CPF' }];
    const done = await importText(text, { mapping: { ...mapping, extra }, whatsappId: connectionId });
    expect(done).toMatchObject({
      ...{ rows: 8, counts: { ...noRows, new: 2, duplicate: 1, invalid: 5 }, whatsappId: connectionId },
    });
    const [first] = await named('ursula um');
    expect(first).toMatchObject({ number: `55${one.replace(/\D/g, '')}`, email: 'ursula@mail.example' });
    expect((await admin.get(`contacts/${first.id}`)).body.extraInfo).toMatchObject([
      { name: 'CPF', value: '123' },
    ]);
    const { body: rejected } = await user.get(`contacts/import/${done.id}/rejected`);
    expect(
      rejected.rows.map(({ line, reason, first }: Record<string, unknown>) => [line, reason, first]),
    ).toEqual([
      [4, 'duplicate', 2],
      [5, 'no-number', null],
      [6, 'not-a-number', null],
      [7, 'name-too-short', null],
      [8, 'bad-email', null],
      [9, 'broken-line', null],
    ]);
    expect(rejected.rows[2].cells).toEqual(['Curta', '123']);
    const { rows } = await harness.pool.query('select cells from contact_import.line where outcome = $1', [
      'new',
    ]);
    expect(rows.every(({ cells }) => cells === null)).toBe(true);
  });

  it('changes nothing when it comes again, and remembers how its columns were read', async () => {
    const text = `Fone;Quem\n${mobile()};Valdete A\n${mobile()};Valdete B\n`;
    const read = { ...mapping, name: 1, number: 0, email: null };
    expect((await importText(text, { mapping: read })).counts).toEqual({ ...noRows, new: 2 });
    const head = await harness.store.head();
    expect((await upload(text)).body.mapping).toEqual(read);
    expect((await importText(text, { mapping: read })).counts).toEqual({ ...noRows, ignored: 2 });
    const written = await harness.pool.query(
      'select count(*)::int as n from inbox.contact where position > $1',
      [head],
    );
    expect(written.rows[0].n).toBe(0);
    expect(await named('Valdete')).toHaveLength(2);
  });

  it('updates contacts that are there: an attendant’s gives no new names, an administrator’s does', async () => {
    const number = mobile();
    await user.post('contacts', { name: 'Wanda Antiga', number: `55${number}` });
    const text = `Nome;Fone;Email\nWanda Nova;${number};wanda@mail.example\n`;
    expect((await importText(text, { updates: false })).counts).toEqual({ ...noRows, ignored: 1 });
    expect((await importText(text)).counts).toEqual({ ...noRows, updated: 1 });
    expect(await named('Wanda')).toMatchObject([{ name: 'Wanda Antiga', email: 'wanda@mail.example' }]);
    expect((await importText(text, {}, admin)).counts).toEqual({ ...noRows, updated: 1 });
    expect(await named('Wanda')).toMatchObject([{ name: 'Wanda Nova' }]);
  });

  it('has the area code put before numbers that have none only where that is asked for', async () => {
    const text = `Nome;Fone\nXuxa Local;9${randomInt(60_000_000, 99_999_999)}\n`;
    expect((await importText(text)).counts).toEqual({ ...noRows, invalid: 1 });
    const read = { ...mapping, areaCode: '21' };
    expect((await importText(text, { mapping: read })).counts).toEqual({ ...noRows, new: 1 });
    expect((await named('Xuxa Local'))[0].number).toMatch(/^5521/);
  });

  it('waits for no file of another company, however many and however hostile', async () => {
    const other = await openOffice(harness);
    const [, stranger] = await adminAndAttendant(harness, other);
    const text = await bomb();
    const bombs = [1, 2].map(() => postFile(stranger, 'contacts/import/upload', { name: 'a.xlsx', text }));
    const drafts = join(harness.directory, 'media', 'drafts');
    await expect.poll(() => readdirSync(drafts).length).toBe(2);
    const own = await upload(`Nome;Fone\nAna;${mobile()}\n`);
    expect(own.status).toBe(201);
    // None of them has come to its end before.
    expect(readdirSync(drafts)).toHaveLength(2);
    const refused = await Promise.all(bombs);
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      Array(2).fill([413, 'ERR_TABLE_TOO_LARGE']),
    );
  });

  it('that is none is refused with its reason', async () => {
    expect((await upload('')).body).toMatchObject({ error: 'ERR_NO_TABLE', details: { fault: 'empty' } });
    expect((await upload('PK\u0003\u0004')).body.error).toBe('ERR_NO_TABLE');
    expect((await user.post('contacts/import/upload', {})).body.error).toBe('ERR_VALIDATION');
    const { body } = await upload(`Nome;Fone\nAna;${mobile()}\n`);
    const foreign = { mapping, whatsappId: '01990000-0000-7000-8000-00000000dead' };
    expect((await user.post(`contacts/import/${body.id}/start`, foreign)).body.error).toBe(
      'ERR_NO_WAPP_FOUND',
    );
  });
});

describe('the file of an export', () => {
  it.each([
    ['csv', 'pt-BR', ['Nome', 'Número', 'E-mail', 'Fila padrão', 'Carteira', 'CPF']],
    ['xlsx', 'es', ['Nombre', 'Número', 'Correo', 'Cola por defecto', 'Cartera', 'CPF']],
    ['csv', 'en', ['Name', 'Number', 'E-mail', 'Default queue', 'Wallet', 'CPF']],
  ])('as %s in %s has all of a contact, and changes nothing when it comes back', async (...given) => {
    const [format, language, headings] = given;
    const site = await openOffice(harness);
    const [chief, bia, leo] = [
      await site.user('Chefe', { profile: 'admin' }),
      await site.user('Bia'),
      await site.user('Leo'),
    ];
    const queueId = await site.queue('Vendas', '#00aa00');
    await harness.caughtUp();
    const browser = openBrowser(harness);
    await browser.login(chief.email);
    const ana = {
      name: '=Ana; "Lia"',
      number: `55${mobile().replaceAll(' ', '')}`,
      email: 'ana@mail.example',
    };
    const extraInfo = [{ id: office.companyId, name: 'CPF', value: '012' }];
    const { body: made } = await browser.post('contacts', { ...ana, extraInfo, queueId });
    await browser.post(`contacts/add/wallet/${made.id}`, { users: [bia.userId, leo.userId] });
    await site.contact('Beto');
    await harness.caughtUp();
    const contacts = async () => (await browser.get(`contacts/${made.id}`)).body;
    const before = await contacts();
    expect(before).toMatchObject({ queueId, contactsUser: [{ name: 'Bia' }, { name: 'Leo' }] });

    const file = await harness.app.inject({
      url: `/api/contacts/export?format=${format}&language=${language}`,
      headers: { authorization: `Bearer ${browser.token()}` },
    });
    const sent = await postFile(browser, 'contacts/import/upload', {
      ...{ name: `contatos.${format}`, text: Uint8Array.from(file.rawPayload) },
    });
    expect(sent.body.headings).toEqual(headings);
    expect(sent.body.mapping).toMatchObject({ name: 0, number: 1, email: 2, extra: [] });
    expect(sent.body.sample[0].slice(3, 5)).toEqual(['Vendas', 'Bia, Leo']);
    const extra = [{ column: 5, name: 'CPF' }];
    const start = { mapping: { ...sent.body.mapping, extra } };
    await browser.post(`contacts/import/${sent.body.id}/start`, start);
    const done = await vi.waitFor(async () => {
      const { body } = await browser.get(`contacts/import/${sent.body.id}`);
      expect(body.status).toBe('finished');
      return body;
    }, 30_000);
    expect(done.counts).toEqual({ ...noRows, ignored: 2 });
    expect(await contacts()).toEqual(before);
  });
});

describe('a list of contacts', () => {
  it('is imported at once', async () => {
    const contacts = [
      { name: 'Yara Lista', number: mobile() },
      { name: 'Sem número', number: '' },
    ];
    const { status, body } = await user.post('contacts/import/file', { contacts, whatsappId: connectionId });
    expect([status, body.rows]).toEqual([201, 2]);
    expect((await ended(body.id)).counts).toEqual({ ...noRows, new: 1, invalid: 1 });
    expect(await named('Yara Lista')).toHaveLength(1);
  });
});

describe('an import is undone', () => {
  const undo = async (id: string) => {
    expect((await user.post(`contacts/import/${id}/undo`)).body.error).toBe('ERR_NO_PERMISSION');
    expect((await admin.post(`contacts/import/${id}/undo`)).status).toBe(200);
    return ended(id, 'undone');
  };

  it('but for contacts that were edited or written to since, which are named', async () => {
    const [known, talking] = [mobile(), mobile()];
    const { body: before } = await user.post('contacts', { name: 'Zeca Antes', number: `55${known}` });
    const { body: talker } = await user.post('contacts', { name: 'Zeca Fala', number: `55${talking}` });
    await office.pending({ contactId: talker.id, connectionId, queueId: null });
    const text = [
      'Nome;Fone;Email',
      `Zeca Livre;${mobile()};`,
      `Zeca Editado;${mobile()};`,
      `Zeca Escrito;${mobile()};`,
      `Zeca Depois;${known};zeca@mail.example`,
      `Zeca Falou;${talking};`,
    ].join('\n');
    const done = await importText(text, {}, admin);
    expect(done.counts).toEqual({ ...noRows, new: 3, updated: 2 });
    const [edited] = await named('Zeca Editado');
    const [written] = await named('Zeca Escrito');
    await user.put(`contacts/${edited.id}`, { email: 'editado@mail.example' });
    await office.pending({ contactId: written.id, connectionId, queueId: null });
    const number = `55${talking.replaceAll(' ', '')}`;
    await office.inbound(connectionId, { chat: { number, lid: null, name: 'Zeca', isGroup: false } });
    const undone = await undo(done.id);
    expect(undone.undo).toEqual({ removed: 1, restored: 1, kept: 3 });
    expect(undone.kept).toEqual([
      { id: edited.id, name: 'Zeca Editado', why: 'edited' },
      { id: written.id, name: 'Zeca Escrito', why: 'written' },
      { id: talker.id, name: 'Zeca Falou', why: 'written' },
    ]);
    expect(await named('Zeca Livre')).toEqual([]);
    expect(await named('Zeca Antes')).toMatchObject([{ id: before.id, email: null }]);
    expect((await admin.post(`contacts/import/${done.id}/undo`)).status).toBe(200);
  });
});

describe('an import that is cancelled', () => {
  it('imports no further row, and says what it did until then', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => `Cancelada ${index};${mobile()}`);
    const { body } = await upload(`Nome;Fone\n${rows.join('\n')}\n`);
    expect((await user.post(`contacts/import/${body.id}/start`, { mapping })).status).toBe(200);
    expect((await user.post(`contacts/import/${body.id}/cancel`)).status).toBe(200);
    await ended(body.id, 'cancelled');
    // What was under way when it was cancelled is told of, too.
    await vi.waitFor(
      async () => {
        const { counts } = await ended(body.id, 'cancelled');
        expect(counts.new).toBeLessThan(1_000);
        expect((await named('Cancelada')).length).toBe(Math.min(40, counts.new));
      },
      { timeout: 30_000, interval: 50 },
    );
    const again = await user.post(`contacts/import/${body.id}/cancel`);
    expect(again.status).toBe(200);
  });
  it('is none that has ended', async () => {
    const { id } = await importText(`Nome;Fone\nFim;${mobile()}\n`);
    expect((await user.post(`contacts/import/${id}/cancel`)).body.error).toBe('ERR_IMPORT_ENDED');
    const { body } = await upload(`Nome;Fone\nAna;${mobile()}\n`);
    expect((await user.post(`contacts/import/${body.id}/cancel`)).body.error).toBe('ERR_NO_IMPORT_FOUND');
  });
});

it('an erased person is in no row of an import', async () => {
  const number = mobile();
  const { id } = await importText(`Nome;Fone\nApagada;${number}\nApagada;${number}\n`);
  const [contact] = await named('Apagada');
  const { body } = await admin.get(`contacts/${contact.id}/erasure`);
  must(
    await harness.commands.contact.erase(office.context(), {
      ...{ contactId: contact.id, confirmation: body.confirmation, counts: body.counts },
    }),
  );
  await vi.waitFor(
    async () => {
      const { body: rejected } = await user.get(`contacts/import/${id}/rejected`);
      expect(JSON.stringify(rejected)).not.toContain(number);
    },
    { timeout: 10_000, interval: 50 },
  );
});

it('an import that cannot go on keeps no other from its turn', async () => {
  const { rows } = await harness.pool.query<{ id: string }>(
    `insert into contact_import.job (id, company_id, source, file_name, headings, status, rows, created_at)
     values (gen_random_uuid(), $1, 'file', 'x.csv', '[]', 'running', 1, now() - interval '1 hour') returning id`,
    [office.companyId],
  );
  expect((await importText(`Nome;Celular;E-mail\nDepois;${mobile()};\n`)).counts).toMatchObject({ new: 1 });
  await harness.pool.query('delete from contact_import.job where id = $1', [rows[0]?.id]);
});
