import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { newId } from '#commands/ids.ts';
import { spanOf } from '#domain/dashboard/period.ts';
import { addDays, dayOf, defaultTimeZone } from '#domain/shared/calendar.ts';
import { pseudonymKey, pseudonymsOf } from '../event-exports/pseudonyms.ts';
import { eventsCsv } from '../event-exports/write-csv.ts';
import { eventsOcel } from '../event-exports/write-ocel.ts';
import { eventsXes } from '../event-exports/write-xes.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../event-exports/fixtures/${name}`, import.meta.url), 'utf8');

let harness: Harness;
let office: Office;
let [boss, analyst, ana, stranger]: Browser[] = [];
let [sales, support, connectionId, otherConnectionId] = ['', '', '', ''];
let [anaId, erasedId] = ['', ''];
/** Names that would break a file that does not mind them. */
const clara = 'Clara <&"\'> da Silva; Ltda';
const message = 'the words of a message';

const today = dayOf(new Date(), defaultTimeZone);

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const theirs = await openOffice(harness);
  [sales, support] = [
    await office.queue('Vendas & Cia', '#112233'),
    await office.queue('Suporte', '#332211'),
  ];
  connectionId = await office.connection();
  otherConnectionId = await office.connection();
  const chief = await office.user('Chefe', { profile: 'admin' });
  const anna = await office.user('Ana', { queueIds: [sales, support] });
  const numbers = await office.user('Numeros');
  const account = await harness.commands.user.change(office.context(), {
    ...{ userId: numbers.userId, name: numbers.name, email: numbers.email, profile: 'user' as const },
    ...{ queueIds: [], connectionIds: [], analyst: true },
  });
  must(account);
  anaId = anna.userId;
  await harness.caughtUp();

  const attended = await office.pending({
    contactId: await office.contact(clara),
    connectionId,
    queueId: sales,
  });
  must(await harness.commands.ticket.accept(office.context(anna), { ticketId: attended }));
  const sent = { messageId: newId(), ticketId: attended, body: message, quotedMessageId: null };
  must(await harness.commands.message.queue(office.context(anna), sent));
  const to = { ticketId: attended, queueId: support, userId: null, notes: 'a note to colleagues' };
  must(await harness.commands.ticket.transfer(office.context(anna), to));
  must(await harness.commands.ticket.accept(office.context(anna), { ticketId: attended }));
  must(await harness.commands.ticket.return(office.context(anna), { ticketId: attended }));
  must(await harness.commands.ticket.accept(office.context(anna), { ticketId: attended }));
  must(await harness.commands.ticket.close(office.context(anna), { ticketId: attended }));
  must(await harness.commands.ticket.reopen(office.context(anna), { ticketId: attended, queueId: support }));
  must(await harness.commands.ticket.close(office.context(), { ticketId: attended }));

  erasedId = newId();
  const number = phoneNumber();
  const maria = { contactId: erasedId, name: 'Maria Apagada', number };
  must(await harness.commands.contact.create(office.context(), maria));
  await office.pending({ contactId: erasedId, connectionId: otherConnectionId, queueId: support });
  const counts = { tickets: 1, messages: 0, notes: 0, media: 0 };
  const erasure = { contactId: erasedId, confirmation: number, counts };
  must(await harness.commands.contact.erase(office.context(chief), erasure));
  await office.inbound(connectionId, { body: message });
  await harness.caughtUp();
  const accounts = [chief, numbers, anna, await theirs.user('Estranha', { profile: 'admin' })];
  await harness.caughtUp();
  [boss, analyst, ana, stranger] = await Promise.all(
    accounts.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(() => harness.close());

const get = async (query: string, browser = boss) => {
  const answer = await browser?.get(`replay/export?from=${today}&to=${today}&${query}`);
  return {
    status: answer?.status ?? 0,
    body: answer?.body,
    text: typeof answer?.body === 'string' ? answer.body : JSON.stringify(answer?.body),
    headers: answer?.headers ?? {},
  };
};
const whole = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join('');
/** Which ticket comes first is nobody's promise. */
const linesIn = (text: string) =>
  text
    .split(/\r?\n/)
    .map(line => line.replace(/^,/, ''))
    .toSorted();
const linesOf = (csv: string) =>
  csv
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(';'));

describe('an exported slice of the history', () => {
  it('says in a csv for pm4py what happened to each ticket, in its order, in UTC', async () => {
    const { text, headers } = await get('format=csv&language=en');
    expect(headers['content-disposition']).toBe(`attachment; filename="${today}_${today}.csv"`);
    const [columns, ...lines] = linesOf(text);
    expect(columns?.slice(0, 6)).toEqual([
      ...['case:concept:name', 'concept:name', 'time:timestamp', 'org:resource', 'org:role'],
      'lifecycle:transition',
    ]);
    const cases = Map.groupBy(lines, ([name]) => name);
    const [attended] = [...cases.values()].toSorted((a, b) => b.length - a.length);
    expect(attended?.map(([, activity]) => activity)).toEqual([
      ...['Opened', 'Entered queue', 'Accepted', 'Message sent', 'Transferred', 'Entered queue', 'Accepted'],
      ...['Returned to queue', 'Accepted', 'Closed by person', 'Reopened', 'Entered queue', 'Closed by bot'],
    ]);
    for (const [, , at] of lines) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    expect(lines.map(([, activity]) => activity)).toContain('Message received');
  });

  it('is XES: the published schema may not be kept here, so its structure is restated', async () => {
    const { text, headers } = await get('format=xes&names=yes');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const checked = await validateXML({
      xml: [{ fileName: 'events.xes', contents: text }],
      schema: [{ fileName: 'xes.xsd', contents: fixture('xes.xsd') }],
    });
    expect(checked.errors).toEqual([]);
    expect(text).toContain('Clara &lt;&amp;&quot;');
    expect(text.match(/<trace>/g)).toHaveLength(3);
    expect(text.match(/<\/trace>/g)).toHaveLength(3);
    const broken = await validateXML({
      xml: [{ fileName: 'events.xes', contents: text.replace('+00:00', '') }],
      schema: [{ fileName: 'xes.xsd', contents: fixture('xes.xsd') }],
    });
    expect(broken.valid).toBe(false);
  });

  it('is OCEL 2.0, by a restated schema too, and names no object that is not in it', async () => {
    const { body } = await get('format=ocel&language=en');
    const ajv = new Ajv({ strict: true, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(JSON.parse(fixture('ocel.schema.json')));
    expect([validate(body), validate.errors]).toEqual([true, null]);
    const ids = new Set(body.objects.map((each: { id: string }) => each.id));
    expect(ids.size).toBe(body.objects.length);
    const related = [...body.events, ...body.objects].flatMap(each => each.relationships);
    expect(related.filter(({ objectId }) => !ids.has(objectId))).toEqual([]);
    const types = Map.groupBy(body.objects, (each: { type: string }) => each.type);
    expect([...types].map(([type, { length }]) => [type, length])).toEqual([
      ...[
        ['ticket', 3],
        ['contact', 3],
      ],
      ...[
        ['user', 1],
        ['queue', 2],
        ['connection', 2],
      ],
    ]);
    const declared = new Set(body.eventTypes.map((each: { name: string }) => each.name));
    expect(body.events.every((each: { type: string }) => declared.has(each.type))).toBe(true);
    expect(new Set(body.events.map((each: { id: string }) => each.id)).size).toBe(body.events.length);
  });

  it.each(['xes', 'ocel', 'csv'])(
    'as %s has pseudonyms, no words of anybody, and no id of a person',
    async format => {
      const { text } = await get(`format=${format}`, analyst);
      expect(text).toContain('Vendas');
      for (const hidden of ['Clara', 'Maria', 'Ana', message, 'note to', anaId, erasedId])
        expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
      const [again, wider] = [
        await get(`format=${format}`),
        await boss?.get(`replay/export?from=${addDays(today, -3)}&to=${today}&format=csv`),
      ];
      const people = (of: string) =>
        [...new Set(of.match(/\b(?:contact|user|ticket)-[0-9a-f]{16}\b/g))].toSorted();
      expect(people(again.text)).toEqual(people(text));
      expect(people(wider?.body)).toEqual(people(text));
    },
  );

  it.each(['xes', 'ocel', 'csv'])(
    'as %s names people to administrators who ask, but nobody who was erased',
    async format => {
      const { text } = await get(`format=${format}&names=yes`);
      for (const shown of ['Clara', 'Ana', 'Contato apagado', '#1'])
        expect([shown, text.includes(shown)]).toEqual([shown, true]);
      for (const hidden of ['Maria', message]) expect(text).not.toContain(hidden);
      expect((await get(`format=${format}&names=yes`, analyst)).status).toBe(403);
    },
  );

  it('is narrowed to a queue, a connection or an attendant that had a ticket meanwhile', async () => {
    const count = async (query: string) => {
      const [, ...lines] = linesOf((await get(`format=csv&${query}`)).text);
      return new Set(lines.map(([name]) => name)).size;
    };
    expect(await count('')).toBe(3);
    expect(await count(`queue=${sales}`)).toBe(1);
    expect(await count(`queue=${support}`)).toBe(2);
    expect(await count(`connection=${otherConnectionId}`)).toBe(1);
    expect(await count(`attendant=${anaId}`)).toBe(1);
    expect(await count(`queue=${sales}&connection=${otherConnectionId}`)).toBe(0);
  });

  it('is the same however little of it is read at once', async () => {
    const site = {
      ...{ tenants: harness.tenants, companyId: office.companyId },
      slice: spanOf({ from: today, to: today }, defaultTimeZone),
    };
    const naming = {
      names: true,
      language: 'en' as const,
      pseudonym: pseudonymsOf(pseudonymKey('key', office.companyId)),
    };
    const atOnce = { listed: 2, cases: 1, entries: 2, contacts: 1 };
    for (const write of [eventsXes, eventsOcel, eventsCsv])
      expect(linesIn(await whole(write({ ...site, atOnce }, naming)))).toEqual(
        linesIn(await whole(write(site, naming))),
      );
  });

  it('is a whole file when nothing happened', async () => {
    const empty = `replay/export?from=2020-01-01&to=2020-01-31`;
    const [xes, ocel, csv] = await Promise.all(
      ['xes', 'ocel', 'csv'].map(async format => (await boss?.get(`${empty}&format=${format}`))?.body),
    );
    const schema = [{ fileName: 'xes.xsd', contents: fixture('xes.xsd') }];
    expect((await validateXML({ xml: [{ fileName: 'e.xes', contents: xes }], schema })).valid).toBe(true);
    expect(ocel).toMatchObject({ events: [], objects: [] });
    expect(linesOf(csv)).toHaveLength(1);
  });

  it('is for analysts and administrators, of their own company, and refuses what it does not know', async () => {
    expect((await get('format=csv', ana)).status).toBe(403);
    const theirs = await get('format=csv&names=yes', stranger);
    expect([theirs.status, linesOf(theirs.text).length]).toEqual([200, 1]);
    expect(linesOf((await get(`format=csv&queue=${sales}`, stranger)).text)).toHaveLength(1);
    for (const query of ['format=pdf', 'format=csv&owner=x', 'format=csv&queue=x', 'format=csv&names=maybe'])
      expect([query, (await get(query)).status]).toEqual([query, 400]);
    for (const period of [`from=${today}&to=2020-01-01`, 'from=2000-01-01&to=2020-01-01', `from=${today}`])
      expect([period, (await boss?.get(`replay/export?format=csv&${period}`))?.status]).toEqual([
        period,
        400,
      ]);
  });

  it('is recorded before the first line goes out: by whom, what, and by what it was narrowed', async () => {
    await get(`format=xes&names=yes&queue=${sales}`);
    await harness.caughtUp();
    const { body } = (await boss?.get('audit?action=DataExported')) ?? {};
    expect(body.entries[0].details).toEqual({
      ...{ what: 'events', format: 'xes' },
      by: [`from=${today}`, `to=${today}`, `queue=${sales}`, 'names=yes'],
    });
    expect(body.names.map(({ id }: { id: string }) => id)).toContain(sales);
  });
});
