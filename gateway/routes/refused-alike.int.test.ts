import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Office, openOffice } from '../testing/office.ts';

type Schema = {
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
};
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};
type Call = { readonly path: string; readonly query: readonly Parameter[] };

let harness: Harness;
let office: Office;
let admin: Browser;
let calls: readonly Call[];
let past = '';
const never = '2099-01-01T00:00:00.000Z';

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const { email } = await office.user('Chefe', { profile: 'admin' });
  await harness.caughtUp();
  past = new Date().toISOString();
  admin = openBrowser(harness);
  await admin.login(email);
  const { paths = {} } = harness.app.swagger() as {
    paths?: Record<string, { get?: { parameters?: readonly Parameter[] } }>;
  };
  calls = Object.entries(paths).flatMap(([path, { get }]) =>
    get ? [{ path, query: (get.parameters ?? []).filter(each => each.in === 'query') }] : [],
  );
});
afterAll(() => harness.close());

const plain = ({ schema }: Parameter): Schema => schema.anyOf?.[0] ?? schema;
const givenFor = (parameter: Parameter): string => {
  const { format, enum: words, pattern } = plain(parameter);
  // Where a page of the audit trail ended.
  if (pattern && !format) return `${past}_1`;
  if (words) return words[0] ?? '';
  if (format === 'date') return '2026-11-20';
  return format === 'date-time' ? past : newId();
};

/** The answer to a call with what it must have, and with these fields. */
const answerTo = async ({ path, query }: Call, fields: Readonly<Record<string, string>>) => {
  const names = query.map(({ name }) => name);
  const needed = query.filter(({ required }) => required).map(each => [each.name, givenFor(each)]);
  const days = names.includes('days') && !fields.date_from ? { days: '7' } : {};
  const asked = new URLSearchParams({ ...Object.fromEntries(needed), ...days, ...fields });
  const address = path.replace('/api/', '').replaceAll(/\{\w+\}/g, newId());
  const { status, body } = await admin.get(`${address}?${asked}`);
  return { path, status, error: body.error };
};
const withAll = (...names: readonly string[]): readonly Call[] =>
  calls.filter(({ query }) => names.every(name => query.some(each => each.name === name)));

describe.each([
  ['queueId', 'ERR_NO_QUEUE_FOUND'],
  ['queue', 'ERR_NO_QUEUE_FOUND'],
  ['whatsappId', 'ERR_NO_WAPP_FOUND'],
  ['connection', 'ERR_NO_WAPP_FOUND'],
  ['tagId', 'ERR_NO_TAG_FOUND'],
  ['userId', 'ERR_NO_USER_FOUND'],
  ['attendant', 'ERR_NO_USER_FOUND'],
])('an id in %s that is nobody’s', (name, error) => {
  it(`is refused with ${error} by every call`, async () => {
    const taking = withAll(name);
    expect(taking.length).toBeGreaterThan(0);
    for (const call of taking)
      expect(await answerTo(call, { [name]: newId() })).toEqual({ path: call.path, status: 404, error });
  });
});

it('the row of a table that is nobody’s is refused, too', async () => {
  for (const call of withAll('by', 'key'))
    expect(await answerTo(call, { metric: 'closed', by: 'tag', key: newId() })).toMatchObject({
      ...{ path: call.path, error: 'ERR_NO_TAG_FOUND' },
    });
});

describe.each([
  ['from', 'to'],
  ['from', 'until'],
  ['from', 'at'],
  ['date_from', 'date_to'],
])('a period from %s to %s that ends before it begins', (first, last) => {
  it('is refused by every call in a sentence that says so', async () => {
    const taking = withAll(first, last);
    expect(taking.length).toBeGreaterThan(0);
    for (const call of taking) {
      const isDay = call.query.some(each => each.name === first && plain(each).format === 'date');
      const [from, to] = isDay ? ['2026-11-20', '2026-11-19'] : [past, '2026-11-19T00:00:00.000Z'];
      expect(await answerTo(call, { [first]: from, [last]: to })).toEqual({
        ...{ path: call.path, status: 400, error: 'ERR_PERIOD_REVERSED' },
      });
    }
  });
});

it('a what-if of nobody, or of a period that ends before it begins, is refused alike', async () => {
  const asked = async (fields: object) => (await admin.post('replay/what-if', fields)).body.error;
  expect(await asked({ days: 7, queueId: newId() })).toBe('ERR_NO_QUEUE_FOUND');
  expect(await asked({ date_from: '2026-11-20', date_to: '2026-11-19' })).toBe('ERR_PERIOD_REVERSED');
});

it('an instant to come is refused by every call that takes one', async () => {
  const taking = withAll('at');
  expect(taking.map(({ path }) => path)).toContain('/api/dashboard/backlog');
  for (const call of taking) {
    const metric = call.path.includes('episodes') ? { metric: 'pending' } : {};
    expect(await answerTo(call, { ...metric, at: never })).toEqual({
      ...{ path: call.path, status: 400, error: 'ERR_INSTANT_TO_COME' },
    });
  }
});
