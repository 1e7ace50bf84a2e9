import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addDays, dayOf, defaultTimeZone } from '#domain/shared/calendar.ts';
import { makeLogger } from '#start/service.ts';
import { openBrowser } from './testing/browser.ts';
import { type FullCompany, fullCompany } from './testing/full-company.ts';
import { type Harness, openHarness } from './testing/harness.ts';
import { describedCalls } from './testing/hostile-calls.ts';
import { password } from './testing/office.ts';
import { openKey } from './testing/outside.ts';

/** In every text that is sent. */
const mark = 'plantado';
const number = '5511987650001';
const lines: string[] = [];
let harness: Harness;
let company: FullCompany;
let secrets: readonly string[];
let callers: readonly Readonly<Record<string, string>>[];
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(chunk => {
    lines.push(String(chunk));
    return true;
  });
  harness = await openHarness({
    log: makeLogger('gateway', { logLevel: 'trace' }),
    outsideLimits: { calls: 1_000_000, perNumber: 1_000_000 },
  });
  company = await fullCompany(harness, 'Plantado');
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(company.email, 'senha-plantado-errada');
  await browser.login(company.email);
  const { token } = await openKey(harness, browser, ['send', 'read', 'webhooks']);
  const { body } = await browser.post(`whatsapp/${company.connectionId}/token`);
  callers = [
    { authorization: `Bearer ${browser.token()}`, cookie: `jrt=${browser.cookie()}` },
    ...[token, body.token].map(each => ({ token: each })),
    { authorization: 'Bearer plantado.plantado.plantado', cookie: 'jrt=plantado' },
  ];
  secrets = [
    mark,
    number,
    password,
    browser.token(),
    browser.cookie() ?? '',
    token,
    body.token,
    company.email,
  ];
}, 120_000);
afterAll(async () => {
  await harness.close();
  vi.restoreAllMocks();
});

const today = dayOf(new Date(), defaultTimeZone);
let planted = 0;
const plant = (text: string): string => {
  planted += 1;
  return text === 'palavras' ? `${mark}-${planted}` : `${mark}.${planted}@loja.test`;
};
/** The same call, with a planted word wherever a text may stand. */
const everyCall = () => {
  const { queueId, contactId, ticketId, connectionId, messageId, webhookId, apiKeyId, recordIds } = company;
  const ids = {
    ...{
      queueId,
      contactId,
      ticketId,
      whatsappId: connectionId,
      number,
      from: addDays(today, -3),
      to: today,
    },
    ...{
      tickets: ticketId,
      messages: messageId,
      contacts: contactId,
      whatsapp: connectionId,
      queue: queueId,
    },
    ...{ webhooks: webhookId, 'api-keys': apiKeyId, questions: recordIds.question ?? '' },
    ...{ whatsappsession: connectionId, tags: company.tagId, schedules: company.scheduleId },
  };
  return describedCalls(harness.app, ids)
    .filter(({ path }) => path !== '/api/auth/logout')
    .map(({ method, path, inPath, query, body }) => {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        (inPath[name] ?? '').replace('palavras', mark),
      );
      const asked = query.map(name => `${name}=${['from', 'to'].includes(name) ? today : `${mark}-${name}`}`);
      const payload = JSON.stringify(body)?.replaceAll(/palavras|alguem@loja\.test/g, plant);
      return { method, url: `${address}?${asked.join('&')}`, ...(payload && { payload }) };
    });
};
const callAll = async (): Promise<ReadonlyMap<number, number>> => {
  const statuses = new Map<number, number>();
  for (const headers of callers)
    for (const { method, url, payload } of everyCall()) {
      const json = payload
        ? { payload, headers: { ...headers, 'content-type': 'application/json' } }
        : { headers };
      const { statusCode } = await harness.app.inject({ method, url, ...json });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
  return statuses;
};
const foundIn = (log: string) => secrets.filter(secret => secret !== '' && log.includes(secret));

it('whatever is sent by whoever to whichever call, the log has nothing of it', async () => {
  const statuses = await callAll();
  expect([200, 201, 400, 401, 404].filter(status => !statuses.has(status))).toEqual([]);
  expect(planted).toBeGreaterThan(100);
  await harness.caughtUp();
  expect(foundIn(lines.join(''))).toEqual([]);
}, 120_000);

it('nor where the database takes nothing in any more, and says which row', async () => {
  const { rows: tables } = await harness.pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'migration')`,
  );
  for (const { name } of tables)
    await harness.pool.query(`alter table ${name} add constraint nothing_more check (false) not valid`);
  lines.length = 0;
  const statuses = await callAll();
  expect(statuses.get(500)).toBeGreaterThan(0);
  await expect.poll(() => lines.some(line => line.includes('nothing_more'))).toBe(true);
  expect(foundIn(lines.join(''))).toEqual([]);
  for (const { name } of tables) await harness.pool.query(`alter table ${name} drop constraint nothing_more`);
}, 120_000);
