import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodes } from '#domain/shared/errors.ts';
import { hostileTables } from '#spreadsheets/testing/hostile-tables.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { postFile } from '../testing/file-form.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { endedImport, noRows, startImports } from '../testing/imports.ts';
import { openOffice } from '../testing/office.ts';

const logged: string[] = [];
let harness: Harness;
let browser: Browser;
let stop: () => Promise<void>;
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  harness = await openHarness({ log });
  const office = await openOffice(harness);
  const { email } = await office.user('Chefe', { profile: 'admin' });
  await harness.caughtUp();
  browser = openBrowser(harness);
  await browser.login(email);
  stop = await startImports(harness);
});
afterAll(async () => {
  await stop();
  await harness.close();
});

const upload = (bytes: Buffer, name = 'clientes.xlsx') =>
  postFile(browser, 'contacts/import/upload', { name, text: new Uint8Array(bytes) });
const mapping = { name: 0, number: 1, email: null, extra: [], areaCode: null };
const start = async (id: string) => {
  expect((await browser.post(`contacts/import/${id}/start`, { mapping })).status).toBe(200);
  return endedImport(harness, browser, id);
};

it.each(hostileTables)(
  '%s is refused with its reason, or comes in row by row',
  async (_, make) => {
    const { status, body } = await upload(make());
    if (status !== 201 && status !== 200) {
      expect(status).toBeLessThan(500);
      expect(errorCodes).toContain(body.error);
      expect(JSON.stringify(body)).not.toMatch(/root:|at \S+\.ts/);
      return;
    }
    expect(JSON.stringify(body)).not.toContain('root:');
    const { counts } = await start(body.id);
    const rows = Object.values<number>(counts).reduce((sum, each) => sum + each, 0);
    expect(rows).toBe(body.rows);
  },
  60_000,
);

it.each([
  ['../../../etc/passwd'],
  ['a\0b.csv'],
  [`${'é'.repeat(400)}.csv`],
  ['"><img src=x onerror=alert(1)>.csv'],
  ['.'],
])('a file that is called %j', async name => {
  const { status, body } = await upload(Buffer.from('Nome;Fone\nLia;5511955550009\n'), name);
  if (status >= 400) expect(errorCodes).toContain(body.error);
  expect(status).toBeLessThan(500);
});

it('keeps no honest file from its turn, and is no fault of the log', async () => {
  const { body } = await upload(Buffer.from('Nome;Fone\nZoe;5511955557777\n'), 'clientes.csv');
  expect((await start(body.id)).counts).toEqual({ ...noRows, new: 1 });
  expect(logged.filter(line => JSON.parse(line).level >= 40)).toEqual([]);
});
