import { afterAll, beforeAll, expect, it } from 'vitest';
import { multiplyRows, openSmallCompany, type SmallCompany } from '../testing/grown-company.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { describedCalls } from '../testing/hostile-calls.ts';
import { phoneNumber } from '../testing/office.ts';
import { routesOf } from '../testing/route-table.ts';
import { rowsRead } from '../testing/rows-read.ts';

let harness: Harness;
let companies: readonly [small: SmallCompany, large: SmallCompany];
beforeAll(async () => {
  harness = await openHarness();
  companies = [await openSmallCompany(harness), await openSmallCompany(harness)];
  await multiplyRows(harness.pool, companies[1].companyId, 300);
}, 120_000);
afterAll(() => harness.close());

const growing = 5;

/** Work that grows and is no heavy call: what ends it. */
const bounded: Readonly<Record<string, string>> = {
  'POST /api/tickets': 'connections, each paired with a phone by hand',
  'PUT /api/whatsapp/*': 'connections, each paired with a phone by hand',
  'DELETE /api/whatsapp/*': 'connections, each paired with a phone by hand',
  'POST /api/whatsapp/*/ledger/retry': 'connections, each paired with a phone by hand',
  'POST /api/contacts/import': 'connections, each paired with a phone by hand',
  'POST /api/questions': 'twenty questions',
  'POST /api/api-keys': 'keys, made by hand',
  'DELETE /api/users/*': 'people, each with an account made by hand',
  'POST /api/webhooks': 'fifty endpoints',
  'PUT /api/webhooks/*': 'fifty endpoints',
  'POST /api/webhooks/*/test': 'fifty endpoints',
  'POST /api/webhooks/*/deliveries/*/resend': 'fifty endpoints',
};

/** What is not called here, and why its work does not grow. */
const unasked: Readonly<Record<string, string>> = {
  'POST /api/auth/login': 'about one person',
  'POST /api/auth/refresh_token': 'about one session',
  'DELETE /api/auth/logout': 'about one session',
  'DELETE /api/users/*/sessions': 'the sessions of one person',
  'POST /api/setup': 'before there is a company',
  'POST /api/messages/send/files': 'as messages/send, with a form',
  'POST /api/contacts/import/upload': 'one file, in turns of its own',
  'POST /api/quick-messages/*/file-upload': 'one file',
  'POST /api/schedules/*/file-upload': 'one file',
};

const day = new Date().toISOString().slice(0, 10);
const hours = { weekday: 'Segunda', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };
/** Bodies that more is asked of than their description says. */
const bodyOf = (call: string, company: SmallCompany): object | undefined => {
  const { waiting, queueId, connectionId, contactId, otherContactId, tagId, userId } = company;
  const queue = { name: 'Compras', color: '#00bb00', greetingMessage: '', outOfHoursMessage: '' };
  const quick = { shortcode: 'tchau', message: 'Até logo', shared: true };
  const plan = {
    contactId,
    body: 'Bom dia',
    sendAt: '2099-01-01T09:00',
    zone: 'UTC',
    whatsappId: connectionId,
  };
  const user = { name: 'Bia', email: `bia@${company.companyId}.test`, profile: 'user', queueIds: [queueId] };
  const span = { from: '2020-01-01T00:00:00.000Z', until: new Date(Date.now() + 60_000).toISOString() };
  const hook = { url: 'https://outra.test/', events: ['ticket.closed'] };
  const mapping = { name: 0, number: 1, email: null, extra: [], areaCode: null };
  const bodies: Readonly<Record<string, object>> = {
    'POST /api/messages/*': { body: 'Oi' },
    'POST /api/messages/send': { number: phoneNumber(), body: 'Oi' },
    'POST /api/webhooks': hook,
    'PUT /api/webhooks/*': hook,
    'POST /api/webhooks/*/secret': {},
    'POST /api/webhooks/*/resend': { ...span, status: 'all' },
    'POST /api/tickets': { contactId, queueId, whatsappId: connectionId },
    'PUT /api/tickets/*': { queueId },
    'POST /api/messages/*/reactions': { emoji: '👍' },
    'POST /api/whatsapp': { name: 'Outra', queueIds: [queueId] },
    'PUT /api/whatsapp/*': { name: 'Outra ainda', queueIds: [queueId] },
    'POST /api/whatsappsession/*/pairing-code': { phoneNumber: '5511955550001' },
    'POST /api/users': { ...user, password: 'segredo-novo' },
    'PUT /api/users/*': { name: 'Ana Maria' },
    'PUT /api/settings/*': { value: 'enabled' },
    'PUT /api/settings/texts/*': { text: 'Até logo' },
    'PUT /api/companies/*/schedules': { schedules: [hours], holidays: [] },
    'POST /api/contacts': { name: 'Fábio', number: phoneNumber() },
    'POST /api/contacts/add/wallet/*': { users: [userId] },
    'PUT /api/contacts/*': { name: 'Clara', email: 'clara@example.com' },
    'POST /api/contacts/import/file': { contacts: [{ name: 'Gil', number: phoneNumber() }] },
    'POST /api/contacts/import': { whatsappId: connectionId },
    'POST /api/contacts/import/*/start': { mapping },
    'POST /api/tags/sync': { ticketId: waiting, tags: [{ id: tagId }] },
    'POST /api/queue': { ...queue, schedules: [hours] },
    'PUT /api/queue/*': { ...queue, name: 'Outra fila', schedules: [hours] },
    'PUT /api/tags/*': { name: 'Calmo', color: '#0000ff' },
    'POST /api/quick-messages': quick,
    'PUT /api/quick-messages/*': { ...quick, shortcode: 'adeus' },
    'POST /api/schedules': plan,
    'PUT /api/schedules/*': plan,
    'POST /api/replay/what-if': { date_from: day, date_to: day, hours: { schedules: [hours] }, targets: {} },
    'POST /api/queue-options': { queueId, title: 'Outra' },
    'PUT /api/queue-options/*': { title: 'Ainda outra' },
    'POST /api/contacts/*/merge': { otherId: otherContactId },
    'POST /api/contacts/*/unmerge': { otherId: otherContactId },
    'POST /api/contacts/*/erasure': { confirmation: 'Clara' },
    'POST /api/api-keys': { name: 'Outra', scopes: ['read'] },
    'POST /api/ticket-notes': { ticketId: waiting, note: 'Oi' },
  };
  return bodies[call];
};
/** Where the name of a place says not enough. */
const placeOf = (call: string, { waiting }: SmallCompany): string | undefined =>
  ({ 'POST /api/messages/*': waiting, 'PUT /api/settings/texts/*': 'ratingThanks' })[call];
const idsOf = (company: SmallCompany): Readonly<Record<string, string>> => {
  const { recordIds, program, admin: _admin, ...ids } = company;
  const { contactId, connectionId, ticketId, noteId, optionId } = ids;
  return {
    ...{ ...ids, otherId: contactId, tickets: ticketId, messages: ids.messageId, contacts: contactId },
    ...{ users: ids.userId, queue: ids.queueId, tags: ids.tagId, whatsapp: connectionId },
    ...{ whatsappsession: connectionId, companies: ids.companyId, 'queue-options': optionId },
    ...{
      'api-keys': program.keyId,
      'ticket-notes': noteId,
      schedules: ids.scheduleId,
      webhooks: ids.webhookId,
    },
    ...{ questions: recordIds.question ?? '', 'quick-messages': recordIds.quickMessage ?? '' },
    ...{ key: 'connectionType', successorId: ids.queueId, attendantId: ids.userId },
  };
};

/** What is taken away goes last, and what is within another thing before it. */
const inTurn = [
  ...[/^POST(?!.*erasure)/, /^PUT/, /^DELETE .*(file-upload|ticket-notes|queue-options|api\/messages)/],
  ...[/erasure/, /^DELETE (?!.*api-keys)/, /api-keys/],
];
const turnOf = (call: string): number => inTurn.findIndex(each => each.test(call));
const nameless = (url: string): string => url.replaceAll(/:\w+|\{\w+\}/g, '*');

type Seen = {
  readonly status: number;
  readonly rows: number;
  readonly length: number;
  readonly body: string;
};
type Route = ReturnType<typeof routesToCall>[number];

const routesToCall = () =>
  routesOf(harness.app)
    .filter(({ method, url }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && url.startsWith('/api/'))
    .map(({ method, url, config }) => ({ method, config, call: `${method} ${nameless(url)}` }))
    .filter(({ call }) => !(call in unasked))
    .toSorted((one, other) => turnOf(one.call) - turnOf(other.call));

/** A call that has no description goes nowhere, and is refused. */
const seenBy = async (company: SmallCompany, { method, call, config }: Route): Promise<Seen> => {
  const known = describedCalls(harness.app, idsOf(company)).find(
    each => `${each.method} ${nameless(each.path)}` === call,
  );
  const url = known?.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => placeOf(call, company) ?? known.inPath[name] ?? '',
  );
  const { admin, program } = company;
  const body = bodyOf(call, company) ?? known?.body;
  const options = {
    ...{ method: method as 'POST', url: url ?? '/api/nowhere' },
    headers: config?.scope ? { token: program.token } : { authorization: `Bearer ${admin.token()}` },
    ...(body ? { payload: body } : {}),
  };
  const { result, rows } = await rowsRead(() => harness.app.inject(options));
  return { status: result.statusCode, length: result.payload.length, body: result.payload, rows };
};

it('reads no more of a larger company in any call that changes something, but in heavy ones', async () => {
  const failed: unknown[] = [];
  const grown: string[] = [];
  const heavy: string[] = [];
  for (const route of routesToCall()) {
    const { call, config } = route;
    const [small, large] = [await seenBy(companies[0], route), await seenBy(companies[1], route)];
    // Copies are in no log: a call of the larger one that finds one of them is refused.
    if ((small.status >= 400 && small.status !== 409) || [400, 401, 500].includes(large.status))
      failed.push([call, config?.scope, small, large]);
    if (config?.heavy) heavy.push(call);
    else if (large.rows > growing * (small.rows + 1) || large.length > growing * small.length)
      grown.push(call);
  }
  // A new route is called here, too: `bodyOf` says with what.
  expect(failed).toEqual([]);
  expect(grown.filter(call => !(call in bounded))).toEqual([]);
  // What is named there does grow.
  expect(Object.keys(bounded).filter(call => !grown.includes(call))).toEqual([]);
  expect(new Set(heavy)).toEqual(new Set(['POST /api/replay/what-if', 'POST /api/webhooks/*/resend']));
}, 120_000);
