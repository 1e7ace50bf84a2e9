import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { AuditEntryView } from '#contracts/audit.ts';
import type { PastChanges, PastMessages, PastTicketAnswer, PastTickets } from '#contracts/replay.ts';
import { setPassword } from '../auth/credentials.ts';
import { answered, type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice, password } from '../testing/office.ts';
import { registeredRoutes } from '../testing/route-table.ts';

let harness: Harness;
let office: Office;
let [boss, analyst, ana, stranger]: Browser[] = [];
let [sales, support, ticketId, contactId, asked, answeredId, tagId, noteId] = [
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
];
let anna: Awaited<ReturnType<Office['user']>>;
/** Before the company, once the ticket waited, once it was attended to, once it was closed. */
const [never, waited, attended, over] = [0, 1, 2, 3];
const instants: string[] = [];

/** An instant after everything up to now and before everything that comes. */
const instant = (): string => {
  const now = Date.now();
  while (Date.now() === now);
  return new Date(now).toISOString();
};

beforeAll(async () => {
  harness = await openHarness();
  instants.push(instant());
  office = await openOffice(harness);
  const theirs = await openOffice(harness);
  sales = await office.queue('Vendas', '#112233');
  support = await office.queue('Suporte', '#445566');
  const connectionId = await office.connection([sales]);
  const chief = await office.user('Chefe', { profile: 'admin' });
  anna = await office.user('Ana', { queueIds: [sales, support] });
  const look = await anAnalyst();
  const foreign = await theirs.user('Estranha', { profile: 'admin' });
  contactId = await office.contact('João Câmara');
  ticketId = await office.pending({ contactId, connectionId, queueId: sales });
  const asAna = () => office.context(anna);
  const inTicket = { ticketId, contactId, connectionId };
  asked = newId();
  must(await harness.commands.message.queue(office.context(), { messageId: asked, ticketId, body: 'Olá' }));
  instants.push(instant());
  must(await harness.commands.ticket.accept(asAna(), { ticketId }));
  await harness.caughtUp();
  ana = await signedIn(anna.email);
  answeredId = (await ana.post(`messages/${ticketId}`, { body: 'Custa 10' })).body.id;
  tagId = newId();
  must(await harness.commands.tag.create(office.context(), { tagId, name: 'Urgente', color: '#aa0000' }));
  must(await harness.commands.ticket.tag(asAna(), { ticketId, tagIds: [tagId] }));
  noteId = newId();
  must(await harness.commands.ticket.note(asAna(), { ticketId, noteId, note: 'Ligar depois' }));
  instants.push(instant());
  const byConnection = { ...office.context(), actor: { kind: 'connection' as const, id: connectionId } };
  const changed = async (messageId: string) => {
    await harness.caughtUp();
    const { messages } = (await ana?.get(`messages/${inTicket.ticketId}`))?.body ?? {};
    const [change] = messages.find((each: { id: string }) => each.id === messageId).changes;
    const done = { messageId, changeId: change.id };
    must(await harness.commands.message.recordChangeDone({ ...byConnection, commandId: newId() }, done));
  };
  await ana.put(`messages/${answeredId}`, { body: 'Custa 12' });
  await changed(answeredId);
  await ana.delete(`messages/${asked}`);
  await changed(asked);
  must(await harness.commands.ticket.tag(asAna(), { ticketId, tagIds: [] }));
  must(await harness.commands.ticket.deleteNote(asAna(), { ticketId, noteId }));
  must(
    await harness.commands.ticket.transfer(asAna(), {
      ticketId,
      queueId: support,
      userId: null,
      notes: null,
    }),
  );
  must(await harness.commands.ticket.close(asAna(), { ticketId, justClose: true }));
  instants.push(instant());
  await harness.caughtUp();
  [boss, analyst, stranger] = await Promise.all([chief, look, foreign].map(({ email }) => signedIn(email)));
});
afterAll(() => harness.close());

const signedIn = async (email: string): Promise<Browser> => {
  const browser = openBrowser(harness);
  await browser.login(email);
  return browser;
};
const anAnalyst = async (name = 'Lia') => {
  const { companyId } = office;
  const email = `${name}@${companyId}.test`.toLowerCase();
  const account = { userId: newId(), name, email, profile: 'user' as const };
  await setPassword(harness.pool, { userId: account.userId, companyId, password });
  const more = { superAdmin: false, analyst: true, queueIds: [], connectionIds: [] };
  must(await harness.commands.user.create(office.context(), { ...account, ...more }));
  return account;
};

const at = (which: number | undefined): string => instants[which ?? -1] ?? '';
const past = async (path: string, which: number | undefined, browser = analyst) => {
  if (!browser) throw new Error('nobody is logged in');
  return browser.get(`replay/as-it-was${path}${path.includes('?') ? '&' : '?'}at=${at(which)}`);
};
const listed = async (list: string, which: number | undefined) =>
  ((await past(`/tickets?list=${list}`, which)).body as PastTickets).tickets;
const opened = async (which: number | undefined, browser = analyst) =>
  (await past(`/tickets/${ticketId}`, which, browser)).body as PastTicketAnswer;
const said = async (which: number | undefined, browser = analyst) =>
  ((await past(`/tickets/${ticketId}/messages`, which, browser)).body as PastMessages).messages;

describe('the company as it was', () => {
  it('has the counters of the instant, by queue and attendant', async () => {
    const none = { waiting: 0, menu: 0, attending: 0, closed: 0 };
    expect((await past('', waited)).body.counters).toEqual({ ...none, waiting: 1 });
    expect((await past('', attended)).body).toMatchObject({
      at: at(attended),
      counters: { ...none, attending: 1 },
      queues: [
        { queue: { name: 'Suporte' }, attending: 0 },
        { queue: { name: 'Vendas' }, attending: 1 },
      ],
    });
    const { attendants, counters } = (await past('', over)).body;
    expect(counters).toEqual({ ...none, closed: 1 });
    expect(attendants).toContainEqual({ user: { id: anna.userId, name: 'Ana' }, attending: 0, closed: 1 });
  });

  it('lists who waited, who was attended to and what was closed that day, as they stood', async () => {
    expect(await listed('waiting', waited)).toMatchObject([
      { id: ticketId, number: 1, status: 'pending', queue: { name: 'Vendas' }, user: null },
    ]);
    expect(await listed('attending', waited)).toEqual([]);
    const [then] = await listed('attending', attended);
    expect(then).toMatchObject({
      ...{ status: 'open', queue: { name: 'Vendas' }, user: { name: 'Ana' } },
      ...{ contact: { name: 'João Câmara' }, connection: { name: 'Principal' } },
    });
    const [closed] = await listed('closed', over);
    expect(closed).toMatchObject({ status: 'closed', queue: { name: 'Suporte' }, user: { name: 'Ana' } });
    const elsewhere = await past(`/tickets?list=attending&queueId=${support}`, attended);
    expect(elsewhere.body.tickets).toEqual([]);
  });

  it('says what changed since another instant: who came, went and moved', async () => {
    const between = async (from: number, to: number) =>
      (await past(`/changes?from=${at(from)}`, to)).body as PastChanges;
    expect(await between(waited, attended)).toMatchObject({
      counts: { came: 0, went: 0, moved: 1 },
      changes: [
        {
          ...{ id: ticketId, number: 1, change: 'moved', contact: { name: 'João Câmara' } },
          before: { status: 'pending', queue: { name: 'Vendas' }, user: null },
          after: { status: 'open', queue: { name: 'Vendas' }, user: { name: 'Ana' } },
        },
      ],
    });
    expect(await between(attended, over)).toMatchObject({
      counts: { came: 0, went: 1, moved: 0 },
      changes: [{ change: 'went', before: { user: { name: 'Ana' } }, after: null }],
    });
    const wrong = await past(`/changes?from=${at(over)}`, attended);
    expect(answered(wrong)).toEqual([400, 'ERR_PERIOD_REVERSED']);
  });

  it('opens a ticket with its state, notes, tags and history up to then', async () => {
    const waiting = await opened(waited);
    expect(waiting.ticket).toMatchObject({ status: 'pending', user: null, tags: [], gone: false });
    expect(waiting.history.map(({ action }) => action)).toEqual(['opened']);
    const then = await opened(attended);
    expect(then.ticket).toMatchObject({ status: 'open', user: { name: 'Ana' }, tags: [{ name: 'Urgente' }] });
    expect(then.history.map(({ action }) => action)).toEqual(['opened', 'accepted', 'tagged', 'noted']);
    const now = await opened(over);
    expect(now).toMatchObject({ ticket: { status: 'closed', tags: [] }, notes: [] });
    expect(now.history.at(-1)).toMatchObject({ action: 'closed', user: { name: 'Ana' } });
  });

  it('shows a conversation in the words of then, and what became of them', async () => {
    expect(await said(waited, boss)).toMatchObject([{ id: asked, body: 'Olá', later: 'deleted' }]);
    expect(await said(attended, boss)).toMatchObject([
      { id: asked, body: 'Olá', isDeleted: false, later: 'deleted', withheld: false },
      { id: answeredId, body: 'Custa 10', isEdited: false, later: 'edited' },
    ]);
    expect(await said(over, boss)).toMatchObject([
      { id: asked, body: '', isDeleted: true, later: null },
      { id: answeredId, body: 'Custa 12', isEdited: true, later: null },
    ]);
  });

  it('keeps words that were taken back since from who may not read them in the audit trail', async () => {
    expect((await said(attended))[0]).toMatchObject({ body: '', later: 'deleted', withheld: true });
    expect((await opened(attended)).notes).toMatchObject([{ id: noteId, note: '', later: 'deleted' }]);
    expect((await opened(attended, boss)).notes).toMatchObject([{ note: 'Ligar depois', later: 'deleted' }]);
    expect((await opened(attended)).history.at(-1)).toMatchObject({ action: 'noted', notes: null });
  });

  it.each([
    ['a ticket', 'Mia', ''],
    ['its messages alone', 'Noa', '/messages'],
  ])(
    'is told of in the audit trail when somebody reads %s, once for the same look',
    async (_, name, part) => {
      const reader = await anAnalyst(name);
      await harness.caughtUp();
      const browser = await signedIn(reader.email);
      const [asOf, path] = [instant(), `replay/as-it-was/tickets/${ticketId}${part}`];
      for (const _ of ['once', 'again']) await browser.get(`${path}?at=${asOf}`);
      await harness.caughtUp();
      const { entries } = (await boss?.get(`audit?ticket=${ticketId}&action=ConversationViewed`))?.body ?? {};
      expect(entries.filter((each: AuditEntryView) => each.details.asOf === asOf)).toMatchObject([
        { ticketId, contactId, actor: { kind: 'user', id: reader.userId } },
      ]);
    },
  );
});

describe('an instant', () => {
  it('is refused when it has not come, when the company was not there yet, and when it is none', async () => {
    const asking = async (text: string) => {
      const answer = await boss?.get(`replay/as-it-was?at=${text}`);
      return answer && answered(answer);
    };
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await asking(tomorrow)).toEqual([400, 'ERR_INSTANT_TO_COME']);
    expect(await asking(at(never))).toEqual([400, 'ERR_BEFORE_HISTORY']);
    for (const text of ['0001-01-01T00:00:00Z', '1990-01-01T00:00:00Z'])
      expect([text, await asking(text)]).toEqual([text, [400, 'ERR_BEFORE_HISTORY']]);
    expect(await asking('9999-01-01T00:00:00Z')).toEqual([400, 'ERR_INSTANT_TO_COME']);
    for (const text of ['', 'yesterday', '2026-02-30T10:00:00Z', '2026-11-12'])
      expect([text, await asking(text)]).toEqual([text, [400, 'ERR_VALIDATION']]);
    expect((await boss?.get('replay/as-it-was'))?.status).toBe(400);
  });

  it('before a ticket was there knows none, and none that there never was', async () => {
    const before = await boss?.get(`replay/as-it-was/tickets/${newId()}?at=${at(over)}`);
    expect(before && answered(before)).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    const begins = (await past('', never)).body.details.begins;
    for (const path of [`tickets/${ticketId}`, `tickets/${ticketId}/messages`]) {
      const early = await boss?.get(`replay/as-it-was/${path}?at=${begins}`);
      expect(early && answered(early)).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    }
  });
});

describe('the past', () => {
  const paths = () => [
    ...['', '/tickets?list=waiting', `/changes?from=${at(waited)}`],
    ...[`/tickets/${ticketId}`, `/tickets/${ticketId}/messages`],
  ];

  it('is shown to administrators and analysts alone', async () => {
    for (const path of paths()) {
      const refused = await past(path, attended, ana);
      expect([path, answered(refused)]).toEqual([path, [403, 'ERR_NO_PERMISSION']]);
      expect((await past(path, attended, boss)).status).toBe(200);
    }
  });

  it('is shown to no other company', async () => {
    for (const path of paths().filter(each => !each.startsWith('/changes'))) {
      const text = JSON.stringify((await past(path, over, stranger)).body);
      expect([path, /João|Vendas|Custa/.test(text)]).toEqual([path, false]);
    }
  });

  it('answers no verb but those that read', async () => {
    const routes = registeredRoutes(harness.app).filter(route => route.includes('/replay/as-it-was'));
    expect(routes).toHaveLength(5);
    expect(routes.filter(route => !route.startsWith('GET '))).toEqual([]);
    for (const path of paths()) {
      const url = `replay/as-it-was${path}${path.includes('?') ? '&' : '?'}at=${at(attended)}`;
      for (const call of [boss?.post(url, {}), boss?.put(url, {}), boss?.delete(url)]) {
        const refused = await call;
        expect([url, refused && answered(refused)]).toEqual([url, [404, 'ERR_NOT_FOUND']]);
      }
    }
    expect((await opened(over)).history.at(-1)).toMatchObject({ action: 'closed' });
  });
});
