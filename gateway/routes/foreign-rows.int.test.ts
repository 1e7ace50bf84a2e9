import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { allEvents } from '#commands/testing/world.ts';
import { addDays, dayOf, defaultTimeZone } from '#domain/shared/calendar.ts';
import { openBrowser } from '../testing/browser.ts';
import { type FullCompany, fullCompany } from '../testing/full-company.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type DescribedCall, describedCalls } from '../testing/hostile-calls.ts';
import { openKey } from '../testing/outside.ts';

const words = ['Alfazema', 'Beterraba'] as const;
type Side = { readonly company: FullCompany; readonly word: string; readonly callers: Callers };
/** By who calls: the headers that they come with. */
type Callers = Readonly<Record<string, Readonly<Record<string, string>>>>;

let harness: Harness;
let sides: readonly [Side, Side];
beforeAll(async () => {
  harness = await openHarness({ outsideLimits: { calls: 1_000_000, perNumber: 1_000_000 } });
  const [one, other] = [await sideOf(words[0]), await sideOf(words[1])];
  sides = [one, other];
}, 120_000);
afterAll(() => harness.close());

const sideOf = async (word: string): Promise<Side> => {
  const company = await fullCompany(harness, word);
  await harness.caughtUp();
  const [admin, attendant, analyst] = [openBrowser(harness), openBrowser(harness), openBrowser(harness)];
  await admin.login(company.email);
  await attendant.login(company.attendant);
  const someone = { name: 'Analista', email: `a@${company.companyId}.test`, profile: 'user' };
  const made = await admin.post('users', { ...someone, password: 'segredo-novo', analyst: true });
  expect(made.status).toBe(201);
  await analyst.login(someone.email, 'segredo-novo');
  const key = await openKey(harness, admin, ['send', 'read', 'webhooks']);
  const ofConnection = await admin.post(`whatsapp/${company.connectionId}/token`);
  const bearer = ({ token }: { token: () => string }) => ({ authorization: `Bearer ${token()}` });
  return {
    ...{ company, word },
    callers: {
      nobody: {},
      'an administrator': bearer(admin),
      'an attendant': bearer(attendant),
      'an analyst': bearer(analyst),
      'an API key': { token: key.token },
      'the token of a connection': { token: ofConnection.body.token },
    },
  };
};

/** A company's ids, under the names by which calls ask for them. */
const idsOf = (company: FullCompany): Readonly<Record<string, string>> => {
  const { companyId, queueId, connectionId, userId, contactId, ticketId, messageId, recordIds } = company;
  const { optionId, tagId, noteId, scheduleId, importId, apiKeyId, webhookId } = company;
  return {
    ...{ companyId, queueId, userId, contactId, ticketId, importId, whatsappId: connectionId },
    ...{ connectionId, otherId: contactId, parentId: optionId, uuid: ticketId, tickets: ticketId },
    ...{ messages: messageId, contacts: contactId, users: userId, queue: queueId, tags: tagId },
    ...{ whatsapp: connectionId, whatsappsession: connectionId, companies: companyId },
    ...{ 'queue-options': optionId, 'ticket-notes': noteId, schedules: scheduleId, audit: ticketId },
    ...{ 'api-keys': apiKeyId, webhooks: webhookId, replay: ticketId, attendantId: userId },
    ...{ questions: recordIds.question ?? '', 'quick-messages': recordIds.quickMessage ?? '', tagId },
    ...{ successorId: queueId, key: 'call', number: '5511955550001' },
  };
};

const today = dayOf(new Date(), defaultTimeZone);
/** What is asked for in queries: as much as there is, and the other company's. */
const queryOf = (call: DescribedCall, company: FullCompany, word: string): string => {
  const { queueId, contactId, ticketId, userId, companyId } = company;
  const now = new Date().toISOString();
  const isDay = call.path.includes('slice') || call.path.includes('export');
  const known: Readonly<Record<string, string>> = {
    ...{ searchParam: word, q: word, companyId, contactId, ticketId, queueId, userId, users: userId },
    ...{ queueIds: queueId, ticket: ticketId, contact: contactId, actor: userId, object: queueId },
    ...{ showAll: 'true', days: '7', metric: 'opened', list: 'waiting', format: 'csv', names: 'yes' },
    ...{ from: isDay ? addDays(today, -3) : now, to: today, until: now, at: now, parentId: '-1' },
    since: '2020-01-01T00:00:00.000Z_0',
  };
  const given = call.query.filter(name => known[name] !== undefined);
  const query = new URLSearchParams(given.map((name): [string, string] => [name, known[name] ?? '']));
  return given.length > 0 ? `?${query}` : '';
};

/** These end the session, or make one. */
const apart = new Set([
  ...['/api/auth/logout', '/api/auth/refresh_token', '/api/auth/login', '/api/setup'],
  '/api/users/{id}/sessions',
]);
const inOrder = ['GET', 'POST', 'PUT', 'DELETE'];

/** Every call that the description has, about things of a company, in its path, its query and its body. */
const callsAbout = (company: FullCompany, word: string) =>
  describedCalls(harness.app, idsOf(company))
    .filter(({ path }) => !apart.has(path))
    .toSorted((one, other) => inOrder.indexOf(one.method) - inOrder.indexOf(other.method))
    .map(call => {
      const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => call.inPath[name] ?? newId());
      const { method, body } = call;
      return { method, url: `${path}${queryOf(call, company, word)}`, ...(body ? { payload: body } : {}) };
    });

const eventsOf = async ({ companyId }: FullCompany) =>
  (await allEvents(harness.store))
    .filter(event => event.companyId === companyId)
    .map(({ id, type }) => [id, type]);

it.each([0, 1] as const)(
  'no caller of company %i is shown or changes anything of the other one',
  async own => {
    const [mine, theirs] = [sides[own], sides[own === 0 ? 1 : 0]];
    const before = await eventsOf(theirs.company);
    const calls = callsAbout(theirs.company, theirs.word);
    expect(calls.length).toBeGreaterThan(120);
    const { recordIds, ...others } = theirs.company;
    const ids = [...Object.values(others), ...Object.values(recordIds)];
    const faults: unknown[] = [];
    let answered = 0;
    for (const [who, headers] of Object.entries(mine.callers))
      for (const { method, url, payload } of calls) {
        const answer = await harness.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
        const sent = `${url} ${JSON.stringify(payload ?? {})}`;
        const text = answer.rawPayload.toString();
        const shown = ids.filter(id => text.includes(id) && !sent.includes(id));
        const hasWord = text.includes(theirs.word) && !sent.includes(theirs.word);
        if (answer.statusCode < 300) answered += 1;
        if (shown.length > 0 || hasWord || answer.statusCode >= 500)
          faults.push([who, method, url, answer.statusCode, shown, text.slice(0, 300)]);
      }
    expect(faults).toEqual([]);
    // Not all of it is refused at the door.
    expect(answered).toBeGreaterThan(60);
    await harness.caughtUp();
    expect(await eventsOf(theirs.company)).toEqual(before);
  },
  120_000,
);

it('each is shown their own', async () => {
  for (const { word, callers, company } of sides) {
    const headers = callers['an administrator'] ?? {};
    const answer = await harness.app.inject({ url: `/api/tickets/${company.ticketId}`, headers });
    expect(answer.payload).toContain(word);
  }
});
