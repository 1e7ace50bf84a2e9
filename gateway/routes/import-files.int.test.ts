import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { postFile } from '../testing/file-form.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { endedImport, noRows, startImports } from '../testing/imports.ts';
import { openOffice } from '../testing/office.ts';

let harness: Harness;
let stopImports: () => Promise<void>;
beforeAll(async () => {
  harness = await openHarness();
  stopImports = await startImports(harness);
});
afterAll(async () => {
  await stopImports();
  await harness.close();
});

const newCompany = async () => {
  const office = await openOffice(harness);
  const chief = await office.user('Chefe', { profile: 'admin' });
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(chief.email);
  return { office, browser };
};
type Company = Awaited<ReturnType<typeof newCompany>>;

const upload = ({ browser }: Company, name: string, text: string | Uint8Array<ArrayBuffer>) =>
  postFile(browser, 'contacts/import/upload', { name, text });

/** As somebody imports who leaves the columns as they were guessed. */
const imported = async (company: Company, name: string, text: string | Uint8Array<ArrayBuffer>) => {
  const { body } = await upload(company, name, text);
  const { browser } = company;
  const started = await browser.post(`contacts/import/${body.id}/start`, { mapping: body.mapping });
  expect([started.status, started.body.error]).toEqual([200, undefined]);
  const done = await endedImport(harness, browser, body.id);
  const sum = Object.values<number>(done.counts).reduce((all, each) => all + each, 0);
  expect([body.rows, done.rows]).toEqual([sum, sum]);
  return done;
};
const peopleOf = async ({ browser }: Company) => {
  const { body } = await browser.get('contacts');
  return body.contacts.map(({ name, number, email }: Record<string, string | null>) => [name, number, email]);
};

const twenty = (from: number) =>
  Array.from({ length: 20 }, (_, n) => `Pessoa ${from + n};119822010${from + n}`).join('\n');
const long = 'Maria Aparecida da Conceição dos Santos Oliveira Filha de Souza';
const wide = Array.from({ length: 58 }, (_, n) => `Campo ${n}`);

describe('a file', () => {
  it.each([
    ['a stray quote', `Nome;Celular\n${twenty(10)}\n"Maria" da Luz;11982209001\n${twenty(40)}\n`],
    ['an open quote', `Nome;Celular\n${twenty(10)}\n"Aberta;11982209002\n${twenty(40)}\n`],
  ])('with %s loses that row alone, and names its line', async (_, text) => {
    const company = await newCompany();
    const done = await imported(company, 'a.csv', text);
    expect(done.counts).toEqual({ ...noRows, new: 40, invalid: 1 });
    const { body } = await company.browser.get(`contacts/import/${done.id}/rejected`);
    expect(body.rows).toMatchObject([{ line: 22, reason: 'broken-line' }]);
  });

  it.each([
    [
      'of formulas that are texts',
      'Nome;Celular\nIgual;="11982209003"\nNormal;11982209004\n',
      [
        ['Igual', '5511982209003', null],
        ['Normal', '5511982209004', null],
      ],
    ],
    [
      'that says what parts it',
      'sep=;\nNome;Celular\nAna Sep;11982209005\n',
      [['Ana Sep', '5511982209005', null]],
    ],
    [
      'with a title',
      'Clientes, 2024;\n\nNome;Celular\nAna Título;11982209006\n',
      [['Ana Título', '5511982209006', null]],
    ],
    [
      'of an address book',
      'First Name,Middle Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\n' +
        'Ana,,Exemplo,,* ,ana@mail.example,Mobile,+55 11 98220-9010\n,,,Padaria Exemplo,,,Work,+55 11 98220-9011 ::: +55 11 3322-9011\n',
      [
        ['Ana Exemplo', '5511982209010', 'ana@mail.example'],
        ['Padaria Exemplo', '5511982209011', null],
      ],
    ],
    [
      'of sixty columns',
      `Nome;${wide.join(';')};Celular\nAna Larga;${wide.map(() => 'x').join(';')};11982209013\n`,
      [['Ana Larga', '5511982209013', null]],
    ],
    [
      'of contact cards',
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Exemplo;Ana;;;\r\nTEL;TYPE=HOME:11 3333-4444\r\nTEL;TYPE=CELL:+55 11 98220-9014\r\nEND:VCARD\r\n',
      [['Ana Exemplo', '5511982209014', null]],
    ],
  ])('%s becomes contacts', async (_, text, people) => {
    const company = await newCompany();
    const done = await imported(company, 'a.csv', text);
    expect(done.counts).toEqual({ ...noRows, new: people.length });
    expect(await peopleOf(company)).toEqual(people);
  });

  it('says how many names it cut', async () => {
    const company = await newCompany();
    const done = await imported(company, 'a.csv', `Nome;Celular\n${long};11982209016\nAna;11982209017\n`);
    expect([done.counts.new, done.shortened]).toEqual([2, 1]);
    expect(await peopleOf(company)).toEqual([
      ['Ana', '5511982209017', null],
      ['Maria Aparecida da Conceição dos Santos Oliveira…', '5511982209016', null],
    ]);
  });

  it('that is no table is refused by what it is, and one that is too wide as such', async () => {
    const company = await newCompany();
    expect((await upload(company, 'a.csv', '%PDF-1.7\n')).body).toMatchObject({
      ...{ error: 'ERR_NO_TABLE', details: { fault: 'other-kind', kind: 'PDF' } },
    });
    expect((await upload(company, 'a.csv', `${'a;'.repeat(400)}b\n`)).body).toMatchObject({
      ...{ error: 'ERR_TABLE_TOO_LARGE', details: { fault: 'too-many-columns' } },
    });
  });

  it('of numbers as WhatsApp has them is taken, and changes nothing when it is exported and comes back', async () => {
    const company = await newCompany();
    const numbers = ['5215512340001', '22961020304', '541123450001', '525512340002'];
    const rows = numbers.map((number, n) => `Pessoa ${n};+${number}\n`);
    const done = await imported(company, 'a.csv', `Nome;Celular\n${rows.join('')}`);
    expect(done.counts).toEqual({ ...noRows, new: 4 });
    const people = await peopleOf(company);
    for (const format of ['csv', 'xlsx']) {
      const file = await harness.app.inject({
        url: `/api/contacts/export?format=${format}&language=pt-BR`,
        headers: { authorization: `Bearer ${company.browser.token()}` },
      });
      const again = await imported(company, `a.${format}`, Uint8Array.from(file.rawPayload));
      expect(again.counts).toEqual({ ...noRows, ignored: 4 });
    }
    expect(await peopleOf(company)).toEqual(people);
  });
});
