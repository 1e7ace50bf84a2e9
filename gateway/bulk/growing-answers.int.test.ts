import { afterAll, beforeAll, expect, it } from 'vitest';
import { multiplyRows, openSmallCompany, type SmallCompany } from '../testing/grown-company.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { routesOf } from '../testing/route-table.ts';

let harness: Harness;
let company: SmallCompany;
beforeAll(async () => {
  harness = await openHarness();
  company = await openSmallCompany(harness);
}, 60_000);
afterAll(() => harness.close());

const few = 30;
const many = 300;
/** Ten times as much is shown where nothing ends a list; a page of a hundred is three times as much. */
const growing = 5;

/** What has no row of the company, and why no answer grows by it. */
const unfilled: Readonly<Record<string, string>> = {
  'inbox.notice_mark': 'one for each person: how far the notices were read',
  'inbox.company_hours': 'one for each company',
  'dashboard.company_hours': 'one for each company',
  'dashboard.stray_message': 'waits for its ticket, and is shown nowhere',
  'inbox.deleted_ticket': 'keeps what comes late from coming back, and is shown nowhere',
  'inbox.erased_person': 'keeps what comes late from coming back, and is shown nowhere',
  'inbox.removed_record': 'what screens that come back have missed, which has a limit of its own',
};

/** Answers that grow and are no heavy calls: what ends each of them. All others come in pages. */
const bounded: Readonly<Record<string, string>> = {
  '/api/contacts/list': 'the first 5,000',
  '/api/ticket-notes/list': 'the newest 500',
  '/api/whatsapp': 'connections, each paired with a phone by hand',
  '/api/whatsapp/': 'connections, each paired with a phone by hand',
  '/api/users/list': 'people, each with an account made by hand',
  '/api/queue': 'queues, made by hand',
  '/api/tags/list': 'tags, made by hand',
  '/api/quick-messages/list': 'quick messages, made by hand',
  '/api/questions': 'twenty questions',
  '/api/replay/questions': 'twenty questions',
  '/api/dashboard/choices': 'names of queues, connections, tags and people',
  '/api/replay/what-if': 'names of queues, connections, tags and people',
  '/api/api-keys': 'keys, made by hand',
  '/api/webhooks': 'fifty endpoints',
  'program /api/webhooks': 'fifty endpoints',
};

/** How each call is asked that needs something in its path or its query. */
const asked = (): Readonly<Record<string, string>> => {
  const { contactId, ticketId, queueId, connectionId, userId, tagId, optionId, recordIds } = company;
  const { scheduleId, importId, webhookId, deliveryId, versionId, outsideId } = company;
  const now = new Date(Date.now() + 60_000).toISOString();
  const [today, yesterday] = [0, 1].map(days =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  );
  const past = `at=${new Date().toISOString()}`;
  return {
    '/api/tickets': '?status=closed&showAll=true',
    '/api/tickets/:id': ticketId,
    '/api/tickets/u/:uuid': ticketId,
    '/api/tickets/:id/history': ticketId,
    '/api/messages/:ticketId': ticketId,
    '/api/messages/search': '?searchParam=bom',
    '/api/whatsapp/:id': connectionId,
    '/api/whatsapp/:id/ledger': connectionId,
    '/api/users/:id': userId,
    '/api/companies/:id/schedules': company.companyId,
    '/api/contacts/:contactId': contactId,
    '/api/contacts/:contactId/ratings': contactId,
    '/api/contacts/:contactId/erasure': contactId,
    '/api/contacts/import/:importId': importId,
    '/api/contacts/import/:importId/rejected': importId,
    '/api/ticket-notes/list': `?ticketId=${ticketId}`,
    '/api/queue/:id': queueId,
    '/api/queue/:id/use': queueId,
    '/api/queue-options': `?queueId=${queueId}`,
    '/api/queue-options/:id': optionId,
    '/api/tags/:id': tagId,
    '/api/quick-messages/:id': recordIds.quickMessage ?? '',
    '/api/questions/:id': recordIds.question ?? '',
    '/api/replay/questions/versions/:id': `${versionId}?by=attendant`,
    '/api/replay/questions/versions/:id/answer.csv': `${versionId}?by=attendant`,
    '/api/schedules/:id': scheduleId,
    '/api/dashboard': '?days=7',
    '/api/dashboard/report': '?days=7&by=user',
    '/api/dashboard/episodes': '?metric=opened&days=7',
    '/api/dashboard/episodes.csv': '?metric=opened&days=7',
    '/api/dashboard/backlog': '?days=7',
    '/api/replay/slice': `?from=${yesterday}&to=${today}`,
    '/api/replay/as-it-was': `?${past}`,
    '/api/replay/as-it-was/tickets': `?list=attending&${past}`,
    '/api/replay/as-it-was/changes': `?from=${company.foundedAt}&${past}`,
    '/api/replay/as-it-was/tickets/:id': `${ticketId}?${past}`,
    '/api/replay/as-it-was/tickets/:id/messages': `${ticketId}?${past}`,
    '/api/replay/export': `?format=xes&from=${yesterday}&to=${today}`,
    '/api/audit/news': `?since=${now}_0`,
    '/api/audit/:id': company.entryId,
    '/api/webhooks/:id': webhookId,
    '/api/webhooks/:id/deliveries': webhookId,
    '/api/webhooks/:id/deliveries/:deliveryId': `${webhookId}/${deliveryId}`,
    '/api/messages/:id': outsideId,
    '/api/messages/:id/content': outsideId,
  };
};
/** What has no answer here, and why: its bytes are one file's, or it is for one who comes with something of its own. */
const unasked: Readonly<Record<string, string>> = {
  '/api/media/:companyId/:hash': 'the bytes of one file',
  '/api/messages/:id/media': 'the bytes of one file',
  '/api/audit/checkpoints': 'lines of a file of its own, written piece by piece',
};

/** The length of every answer there is, by its route. */
const lengths = async (): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>();
  const failed: unknown[] = [];
  const paths = asked();
  for (const { method, url, config } of routesOf(harness.app)) {
    if (method !== 'GET' || !url.startsWith('/api/') || url in unasked) continue;
    const [ids = '', query = ''] = (paths[url] ?? '').split('?');
    const inPath = ids.split('/');
    const whole = `${url.replaceAll(/:\w+/g, () => inPath.shift() ?? '')}${query && `?${query}`}`;
    const isOfProgram = config?.scope !== undefined;
    const answer = isOfProgram ? await company.program.get(whole.slice(5)) : await company.admin.get(whole);
    if (answer.status !== 200) failed.push([whole, answer.status, answer.body]);
    found.set(`${isOfProgram ? 'program ' : ''}${url}`, JSON.stringify(answer.body).length);
  }
  // A new route is asked here, too: `asked` says how.
  expect(failed).toEqual([]);
  return found;
};

it('knows every table that a company has rows in', async () => {
  const empty = await multiplyRows(harness.pool, company.companyId, few);
  expect(empty.filter(table => !(table in unfilled))).toEqual([]);
});

it('grows with its company in no answer but those that are heavy calls, or end', async () => {
  const small = await lengths();
  await multiplyRows(harness.pool, company.companyId, many - few);
  const large = await lengths();
  const heavy = new Set(routesOf(harness.app).flatMap(({ url, config }) => (config?.heavy ? [url] : [])));
  const grown = [...large]
    .filter(([url, length]) => length > growing * (small.get(url) ?? 0))
    .map(([url]) => url);
  expect(grown.filter(url => !heavy.has(url) && !(url in bounded))).toEqual([]);
  // What is named there does grow.
  expect(Object.keys(bounded).filter(url => !grown.includes(url))).toEqual([]);
});
