import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultHours } from '#domain/shared/schedule.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { dashboard } from './dashboard/projection.ts';
import { inbox } from './inbox/projection.ts';
import { ticketsByIds } from './inbox/queries/tickets.ts';
import { readerRole } from './schema.ts';
import { openInboxStory } from './testing/inbox-story.ts';
import { tellOutside } from './testing/outside-story.ts';
import { ratingWords } from './testing/rating-words.ts';
import { openReadModel, type ReadModel } from './testing/read-model.ts';
import { tellScheduled } from './testing/schedule-story.ts';
import { appendStory, company, idOf, otherCompany } from './testing/story.ts';

let model: ReadModel;

beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  const ours = openInboxStory();
  const theirs = openInboxStory(otherCompany, 'their ', ours);
  for (const [story, companyId] of [
    [ours, company],
    [theirs, otherCompany],
  ] as const) {
    story.companyCreated('One of two');
    story.setting('useKanban', 'enabled');
    story.queue('sales');
    story.user('ana', ['sales']);
    story.connection();
    story.contact();
    story.opened('talk', { queue: 'sales' });
    story.received('secret', 'talk');
    story.tag('vip');
    story.tagged('talk', 'vip');
    story.noted('talk', 'note');
    story.quickMessage('hello');
    const asked = {
      ...{ questionId: story.id('asked'), name: 'Secret', userId: null, clock: 'calendar', grouping: 'none' },
      ...{ startKind: 'opened', endKind: 'closed', queueId: null, connectionId: null },
      ...{ attendantId: null, tagId: null },
    };
    story.tell('question', story.id('asked'), { type: 'QuestionCreated', data: asked }, companyId);
    const { text, rated } = ratingWords(story, companyId);
    text('autoClose', 'Até logo');
    rated('talk', 'secret', 1);
    story.tag('dropped');
    story.tagRemoved('dropped');
    story.opened('gone');
    story.deleted('gone');
    story.contact('forgotten', '5511999990001');
    story.contactErased('forgotten');
    const [connectionId, userId] = [story.id('connection'), story.id('ana')];
    const lost = { connectionId, status: 'DISCONNECTED' as const, reason: 'replaced', number: null };
    story.tell('connection', connectionId, { type: 'ConnectionStatusChanged', data: lost }, companyId);
    const [schedules, holidays] = [[...defaultHours.schedules], [...defaultHours.holidays]];
    const hours = { companyId, schedules, holidays };
    story.tell('company', companyId, { type: 'CompanySchedulesChanged', data: hours }, companyId);
    const queueId = story.id('sales');
    const option = { queueId, optionId: story.id('option'), parentId: null, title: 'Secret', message: '' };
    story.tell('queuemenu', queueId, { type: 'QueueOptionAdded', data: option }, companyId);
    story.tell('notice', userId, { type: 'NoticesRead', data: { userId, upTo: 1 } }, companyId);
    const webhookId = story.id('webhook');
    const hook = {
      webhookId,
      url: 'https://hooks.example.com/',
      events: ['message.received'],
      description: '',
    };
    const made = { ...hook, payload: 'thin' as const, enabled: true, connectionIds: null };
    story.tell('webhook', webhookId, { type: 'WebhookCreated', data: made }, companyId);
    tellScheduled(story, 'later', { companyId });
    tellOutside(story, 'outside', { companyId });
    for (const ticket of ['ended', 'next']) story.opened(ticket, { queue: 'sales', user: 'ana' });
    story.tagged('ended', 'vip');
    story.closed('ended');
    story.received('stray', 'ended');
  }
  ours.opened('second');
  model.run(store);
  model.run(store, dashboard);
  const position = await appendStory(store, ours.events);
  await model.shown(position);
  if (!(await model.positions.waitFor('dashboard', position, 30_000))) throw new Error('no figures in time');
});
afterAll(() => model.close());

describe('the wall between companies', () => {
  it("keeps another company's rows out of a query without a filter, in every table", async () => {
    for (const { name, folds } of [inbox, dashboard]) {
      for (const { table } of folds) {
        const text = `select distinct company_id from ${name}.${table.name}`;
        const seen = await model.tenants.read(otherCompany, db =>
          db.query<{ company_id: string }>(`wall_${name}_${table.name}`, text, []),
        );
        expect({ name, table: table.name, seen }).toEqual({
          ...{ name, table: table.name },
          seen: [{ company_id: otherCompany }],
        });
      }
    }
    const none = await model.tenants.read(otherCompany, db => ticketsByIds(db, [idOf('talk')]));
    expect(none).toEqual([]);
  });

  it('stands before everything that the readers may read at all', async () => {
    const { rows } = await model.pool.query<{ name: string; behind: boolean }>(
      `select n.nspname || '.' || c.relname as name,
         c.relkind in ('r', 'p') and c.relrowsecurity
           and exists (select from pg_policy p where p.polrelid = c.oid) as behind
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
         and has_schema_privilege($1, n.oid, 'usage') and has_table_privilege($1, c.oid, 'select')`,
      [readerRole],
    );
    expect(rows.length).toBeGreaterThanOrEqual(inbox.folds.length + dashboard.folds.length);
    const open = rows.flatMap(({ name, behind }) => (behind ? [] : [name])).toSorted();
    expect(open).toEqual([
      'audit.own_object',
      'inbox.own_contact',
      'inbox.own_message',
      'projection.checkpoint',
    ]);
    for (const view of open.slice(1, 3)) {
      const seen = await model.tenants.read(otherCompany, db =>
        db.query<{ company_id: string }>(`wall ${view}`, `select distinct company_id from ${view}`, []),
      );
      expect([view, seen]).toEqual([view, [{ company_id: otherCompany }]]);
    }
  });

  it("shows one's own rows to the same query", async () => {
    const count = (id: string) =>
      model.tenants.read(id, db =>
        db.query<{ n: number }>('wall_count', 'select count(*) as n from inbox.ticket', []),
      );
    expect(await count(otherCompany)).toEqual([{ n: 3 }]);
    expect(await count(company)).toEqual([{ n: 4 }]);
  });

  it('lets nothing be written, and nothing be read of other schemas', async () => {
    const attempt = (text: string) =>
      model.tenants.read(company, db => db.query(`attempt: ${text}`, text, []));
    await expect(attempt('delete from inbox.ticket')).rejects.toThrow(/read-only|permission denied/);
    await expect(attempt('select * from access.account')).rejects.toThrow(/permission denied/);
  });

  it('holds when many companies read at once over few connections', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const id = index % 2 ? company : otherCompany;
        const rows = await model.tenants.read(id, db =>
          db.query<{ company_id: string }>('wall_all', 'select company_id from inbox.ticket', []),
        );
        return rows.length > 0 && rows.every(row => row.company_id === id);
      }),
    );
    expect(answers).toEqual(answers.map(() => true));
  });

  it('stands again after its connections were cut in the middle of a read', async () => {
    const count = () =>
      model.tenants.read(company, db =>
        db.query<{ n: number }>('wall_count', 'select count(*) as n from inbox.ticket', []),
      );
    const cut = model.tenants.read(company, db => db.query('held', 'select pg_sleep(30)', []));
    const refused = expect(cut).rejects.toThrow();
    await model.until(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`,
    );
    await refused;
    expect(await count()).toEqual([{ n: 4 }]);
  });

  it('refuses a company that is not a UUID', async () => {
    await expect(model.tenants.read(`x'; reset role; --`, async () => 1)).rejects.toThrow(/UUID/);
  });
});
