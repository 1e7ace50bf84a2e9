import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { AuditPage } from '#contracts/audit.ts';
import { dayOf, defaultTimeZone } from '#domain/shared/calendar.ts';
import { detailOf } from '../audit/detail.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, openLive } from '../testing/live-socket.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let [boss, ana, stranger]: Browser[] = [];
let [queueId, contactId, ticketId] = ['', '', ''];
let chief: Awaited<ReturnType<Office['user']>>;

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const theirs = await openOffice(harness);
  queueId = await office.queue('Vendas', '#112233');
  const connectionId = await office.connection([queueId]);
  contactId = await office.contact('João Câmara');
  chief = await office.user('Chefe', { profile: 'admin' });
  const anna = await office.user('Ana', { queueIds: [queueId] });
  const accounts = [chief, anna, await theirs.user('Estranha', { profile: 'admin' })];
  ticketId = await office.pending({ contactId, connectionId, queueId });
  await harness.caughtUp();
  [boss, ana, stranger] = await Promise.all(
    accounts.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
  must(await harness.commands.ticket.accept(office.context(anna), { ticketId }));
  await harness.caughtUp();
  // A login is answered before the log has it.
  const loggedIn = `select from audit.entry where type = 'UserLoggedIn'`;
  await vi.waitFor(
    async () => expect((await harness.pool.query(loggedIn)).rowCount).toBe(accounts.length),
    20_000,
  );
});
afterAll(() => harness.close());

const read = async (query = '', browser = boss) => {
  const answer = await browser?.get(`audit${query}`);
  return { status: answer?.status, page: answer?.body as AuditPage };
};
const actionsOf = async (query: string) => (await read(query)).page.entries.map(({ action }) => action);

describe('the audit trail', () => {
  it('has an entry for each event of the company, the newest first, each with who did it', async () => {
    const { page } = await read();
    const { rows: parked } = await harness.pool.query('select event_type, reason from projection.parked');
    expect(parked).toEqual([]);
    const { rows } = await harness.pool.query<{ n: number }>(
      'select count(*)::int as n from audit.entry where company_id = $1 and type <> $2',
      // Of this look itself there may be an entry by now.
      [office.companyId, 'AuditSearched'],
    );
    const others = page.entries.filter(({ action }) => action !== 'AuditSearched');
    expect(others).toHaveLength(rows[0]?.n ?? -1);
    expect(
      page.entries.every(({ actor }) => actor.id !== null || actor.kind === 'system' || actor.name),
    ).toBe(true);
    const accepted = page.entries.find(({ action }) => action === 'TicketAccepted');
    expect(accepted).toMatchObject({ actor: { kind: 'user' }, ticketId, contactId });
    const names = new Map(page.names.map(each => [each.id, each]));
    expect(names.get(accepted?.actor.id ?? '')).toMatchObject({ name: 'Ana', gone: false });
    expect(names.get(ticketId)).toMatchObject({ number: 1, contactName: 'João Câmara' });
  });

  it('is filtered by actor, action, object, kind, ticket, contact, day, words of names, and what machines note', async () => {
    expect(await actionsOf(`?actor=${chief.userId}&kind=session`)).toEqual(['UserLoggedIn']);
    expect(await actionsOf('?action=TicketAccepted')).toEqual(['TicketAccepted']);
    expect(await actionsOf(`?object=${queueId}`)).toContain('QueueCreated');
    expect(await actionsOf('?kind=ticket')).toEqual(['TicketAccepted', 'TicketOpened']);
    expect(await actionsOf(`?ticket=${ticketId}`)).toEqual(['TicketAccepted', 'TicketOpened']);
    expect(await actionsOf(`?contact=${contactId}`)).toEqual(
      expect.arrayContaining(['TicketAccepted', 'ContactCreated']),
    );
    expect(await actionsOf('?q=camara')).toEqual(
      expect.arrayContaining(['TicketAccepted', 'TicketOpened', 'ContactCreated']),
    );
    expect(await actionsOf('?q=camara&action=TicketOpened')).toEqual(['TicketOpened']);
    expect(await actionsOf('?kind=ticket&action=QueueCreated')).toEqual([]);
    expect(await actionsOf('?routine=no')).not.toContain('KeyClaimed');
    expect(await actionsOf('')).toContain('KeyClaimed');
    expect(await actionsOf('?actorKind=user&kind=ticket')).toEqual(['TicketAccepted']);
    const today = dayOf(new Date(), defaultTimeZone);
    expect(await actionsOf(`?from=${today}&to=${today}&kind=queue`)).toEqual(['QueueCreated']);
    expect(await actionsOf('?to=2020-01-01')).toEqual([]);
    expect(await actionsOf('?from=2099-01-01')).toEqual([]);
  });

  it('refuses a filter that it does not know, and values that cannot be', async () => {
    for (const query of [
      '?owner=x',
      '?action=Nothing',
      '?actor=x',
      '?from=01/01/2026',
      '?q=ab',
      '?cursor=x',
    ]) {
      const answer = await boss?.get(`audit${query}`);
      expect([query, answer?.status, answer?.body]).toMatchObject([query, 400, { error: 'ERR_VALIDATION' }]);
    }
  });

  it("is for administrators, and shows nothing of another company's", async () => {
    expect((await read('', ana)).status).toBe(403);
    for (const query of [
      '',
      `?object=${queueId}`,
      `?ticket=${ticketId}`,
      '?q=camara',
      `?contact=${contactId}`,
    ]) {
      const { page } = await read(query, stranger);
      const text = JSON.stringify(page);
      expect([query, text.includes(queueId), text.includes(ticketId), text.includes('Câmara')]).toEqual([
        query,
        false,
        false,
        false,
      ]);
    }
  });

  it('goes on from a cursor to its end, showing each entry once', async () => {
    const tagId = newId();
    const made = { tagId, name: 'Urgente', color: '#aa0000', userId: chief.userId };
    must(await harness.commands.tag.create(office.context(chief), made));
    for (let n = 0; n < 120; n += 1)
      must(
        await harness.commands.ticket.tag(office.context(chief), { ticketId, tagIds: n % 2 ? [] : [tagId] }),
      );
    await harness.caughtUp();
    for (const filter of ['', 'kind=ticket', `ticket=${ticketId}`, 'q=camara', 'actorKind=user']) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { page } = await read(`?${filter}${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.entries.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect([filter, seen.length >= 120, new Set(seen).size]).toEqual([filter, true, seen.length]);
    }
  });

  it('keeps what is gone by its name', async () => {
    must(await harness.commands.queue.remove(office.context(), { queueId }));
    await harness.caughtUp();
    const { page } = await read(`?object=${queueId}&routine=no`);
    expect(page.entries[0]?.action).toBe('QueueRemoved');
    expect(page.names.find(({ id }) => id === queueId)).toMatchObject({ name: 'Vendas', gone: true });
  });

  it('opens an entry: what changed, its event, what caused it and what it caused', async () => {
    const queue = await office.queue('Cobrança', '#778899');
    const color = '#778899';
    const texts = { greetingMessage: '', outOfHoursMessage: '' };
    const changed = { queueId: queue, name: 'Financeiro', color, ...texts };
    must(await harness.commands.queue.change(office.context(chief), changed));
    await harness.caughtUp();
    const [entry] = (await read(`?object=${queue}&action=QueueChanged`)).page.entries;
    const answer = await boss?.get(`audit/${entry?.id}`);
    expect(answer?.body).toMatchObject({
      entry: { id: entry?.id, actor: { kind: 'user', id: chief.userId } },
      changes: [{ field: 'name', before: 'Cobrança', after: 'Financeiro' }],
      event: {
        type: 'QueueChanged',
        data: { name: 'Financeiro' },
        metadata: { companyId: office.companyId },
      },
      ...{ cause: null, caused: [], moreCaused: false },
    });
    expect((await ana?.get(`audit/${entry?.id}`))?.status).toBe(403);
    for (const [browser, id] of [
      [stranger, entry?.id],
      [boss, newId()],
    ] as const)
      expect((await browser?.get(`audit/${id}`))?.body).toMatchObject({ error: 'ERR_NO_AUDIT_ENTRY_FOUND' });
  });

  it('opens an entry whose event the log has lost, without it', async () => {
    const queue = await office.queue('Perdida', '#88aa99');
    await harness.caughtUp();
    const [entry] = (await read(`?object=${queue}&action=QueueCreated`)).page.entries;
    const { tenants, keys, store } = harness;
    const lost = { tenants, keys, events: { ...store, load: async () => [] } };
    const reader = { companyId: office.companyId, zone: defaultTimeZone };
    const detail = await detailOf(lost, reader, entry?.id ?? '');
    expect(detail).toMatchObject({ entry: { id: entry?.id }, changes: [], event: null });
    expect(detail?.names.map(({ name }) => name)).toContain('Perdida');
  });

  it('shows of a ticket what stood before each event, by its own life alone', async () => {
    const connectionId = await office.connection([]);
    const queue = await office.queue('Balcão', '#998877');
    const person = await office.contact('Rita Nunes');
    const ticket = await office.pending({ contactId: person, connectionId, queueId: queue });
    const { ticket: commands } = harness.commands;
    const by = () => office.context(chief);
    const [first, second] = [newId(), newId()];
    must(await commands.note(by(), { ticketId: ticket, noteId: first, note: 'paga na sexta' }));
    must(await commands.note(by(), { ticketId: ticket, noteId: second, note: 'ligar antes' }));
    must(await commands.accept(by(), { ticketId: ticket }));
    must(await commands.return(by(), { ticketId: ticket }));
    must(await commands.accept(by(), { ticketId: ticket }));
    must(await commands.deleteNote(by(), { ticketId: ticket, noteId: first }));
    must(await commands.delete(by(), { ticketId: ticket }));
    await harness.caughtUp();
    const changes = async (action: string) => {
      const { entries } = (await read(`?ticket=${ticket}&action=${action}`)).page;
      return Promise.all(entries.map(async ({ id }) => (await boss?.get(`audit/${id}`))?.body.changes));
    };
    expect((await changes('TicketNoted'))[0]).toEqual([{ field: 'note', after: 'ligar antes' }]);
    expect((await changes('TicketNoteDeleted'))[0]).toEqual([{ field: 'note', before: 'paga na sexta' }]);
    expect((await changes('TicketReturned'))[0]).toEqual([
      { field: 'status', before: 'open', after: 'pending' },
      { field: 'userId', before: chief.userId, after: null },
      { field: 'reason', after: 'attendant' },
    ]);
    expect((await changes('TicketAccepted'))[0]).toEqual([
      { field: 'status', before: 'pending', after: 'open' },
      { field: 'userId', before: null, after: chief.userId },
    ]);
    expect((await changes('TicketDeleted'))[0]).toEqual(
      expect.arrayContaining([
        { field: 'userId', before: chief.userId },
        { field: 'notes', before: ['ligar antes'] },
      ]),
    );
    const { confirmation } = (await boss?.get(`contacts/${person}/erasure`))?.body ?? {};
    await boss?.post(`contacts/${person}/erasure`, { confirmation });
    await harness.caughtUp();
    for (const action of ['TicketNoted', 'TicketNoteDeleted', 'TicketDeleted'])
      expect(JSON.stringify(await changes(action))).not.toMatch(/sexta|ligar/);
  });

  it('says that the contact wrote and opened the ticket by it', async () => {
    await office.inbound(await office.connection([]), { body: 'Bom dia' });
    await harness.caughtUp();
    const { page } = await read('?actorKind=contact&routine=no');
    expect(page.entries.map(({ action }) => action)).toEqual(['MessageReceived', 'TicketOpened']);
    for (const { actor, contactId: of } of page.entries)
      expect(actor).toMatchObject({ kind: 'contact', id: of });
  });

  it('says of a consequence which act it follows from, both ways', async () => {
    const [cause] = (await read(`?object=${queueId}&action=QueueCreated`)).page.entries;
    const tagId = newId();
    const because = { ...office.context(chief), causationId: cause?.id ?? '' };
    must(
      await harness.commands.tag.create(because, {
        tagId,
        name: 'Nova',
        color: '#aa0011',
        userId: chief.userId,
      }),
    );
    await harness.caughtUp();
    const [effect] = (await read(`?object=${tagId}&action=TagCreated`)).page.entries;
    expect((await boss?.get(`audit/${effect?.id}`))?.body.cause.id).toBe(cause?.id);
    const caused = (await boss?.get(`audit/${cause?.id}`))?.body.caused as AuditPage['entries'];
    expect(caused.map(({ id }) => id)).toContain(effect?.id);
    expect(await actionsOf(`?cause=${cause?.id}`)).toContain('TagCreated');
  });

  it('has an entry for who looks through it: once in a while for the same look, without the words', async () => {
    const looks = async () =>
      (await read(`?action=AuditSearched&actor=${chief.userId}`)).page.entries.map(
        ({ details }) => details.by,
      );
    await read('?q=camara&kind=ticket');
    await read('?q=camara&kind=ticket');
    await harness.caughtUp();
    const told = (await looks()).filter(by => JSON.stringify(by) === '["kind=ticket","q"]');
    expect(told).toHaveLength(1);
    expect(JSON.stringify(await looks())).not.toContain('camara');
  });

  it('names by what somebody looked', async () => {
    const queueId = await office.queue('Procurada', '#654321');
    await read(`?object=${queueId}`);
    await harness.caughtUp();
    const { names } = (await read(`?action=AuditSearched&actor=${chief.userId}`)).page;
    expect(names).toContainEqual(expect.objectContaining({ id: queueId, name: 'Procurada' }));
  });

  it('is exported by its filters, without formulas, which is an entry too', async () => {
    const formula = await office.queue('=1+1', '#123456');
    await harness.caughtUp();
    const commandId = newId();
    for (const _ of ['once', 'again'])
      await boss?.get(`audit/export?object=${formula}`, { 'x-command-id': commandId });
    const csv = String((await boss?.get(`audit/export?object=${formula}&action=QueueCreated`))?.body);
    const [heading, row, end] = csv.split('\r\n');
    expect(heading).toContain('Quando;Quem (tipo);Quem;Ação;Objeto');
    expect(row).toMatch(/;Sistema;Sistema: operação própria;Criou a fila;'=1\+1;;;Criou a fila =1\+1;/);
    expect(end).toBe('');
    const lines = String((await boss?.get(`audit/export?format=jsonl&ticket=${ticketId}`))?.body)
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines.at(-1)).toEqual({ end: true, count: lines.length - 1, filter: { ticket: ticketId } });
    expect(lines.length).toBeGreaterThan(120);
    expect(lines[0]).toMatchObject({ object: 'Ticket 1 · João Câmara', contact: 'João Câmara' });
    expect((await ana?.get('audit/export'))?.status).toBe(403);
    expect((await boss?.get('audit/export?owner=x'))?.status).toBe(400);
    await boss?.get('contacts/export');
    await harness.caughtUp();
    const exported = (await read(`?action=DataExported&actor=${chief.userId}`)).page.entries;
    expect(exported.map(({ details }) => [details.what, details.format])).toEqual([
      ['contacts', 'csv'],
      ['audit', 'jsonl'],
      ['audit', 'csv'],
      ['audit', 'csv'],
    ]);
    const told = String((await boss?.get('audit/export?action=DataExported&language=en'))?.body);
    expect(told).toMatch(/;Person;Chefe;Exported data;.*;Exported the audit trail as CSV \(object: =1\+1\)/);
    expect(told).not.toMatch(/[[{"]|object=/);
  });

  it('says live that there is more, and how much of what is looked at', async () => {
    const live = await openLive(await harness.listen(), boss?.token() ?? '');
    const since = (await read('?kind=queue')).page.entries[0]?.cursor;
    await live.hello();
    await office.queue('Suporte', '#445566');
    await live.frame('news of the audit trail', is('audit'));
    await harness.caughtUp();
    const news = async (query: string) => (await boss?.get(`audit/news?since=${since}&${query}`))?.body;
    expect(await news('kind=queue')).toEqual({ count: 1 });
    expect(await news('kind=quickmessage')).toEqual({ count: 0 });
    live.close();
  });

  it('has no name of a contact who was erased, and keeps what was done', async () => {
    const { confirmation } = (await boss?.get(`contacts/${contactId}/erasure`))?.body ?? {};
    const erased = await boss?.post(`contacts/${contactId}/erasure`, { confirmation });
    expect([erased?.status, erased?.body.erased]).toEqual([200, true]);
    await harness.caughtUp();
    const { page } = await read(`?contact=${contactId}`);
    expect(page.entries[0]?.action).toBe('ContactErased');
    for (const action of ['TicketAccepted', 'ContactCreated'])
      expect(await actionsOf(`?contact=${contactId}&action=${action}`)).toEqual([action]);
    expect(JSON.stringify(page)).not.toContain('Câmara');
    const csv = String((await boss?.get(`audit/export?contact=${contactId}&action=TicketAccepted`))?.body);
    expect(csv).toContain(';Ticket 1 · contato apagado;1;contato apagado;');
    const { rows } = await harness.pool.query<{ found: number }>(
      `select (select count(*) from audit.object o where o::text ilike '%mara%')::int
         + (select count(*) from audit.entry e where e::text ilike '%mara%')::int as found`,
    );
    expect(rows).toEqual([{ found: 0 }]);
    expect((await read('?q=camara')).page.entries).toEqual([]);
  });
});
