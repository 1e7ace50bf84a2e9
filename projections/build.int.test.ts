import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { addTables, buildUntil, rebuildBeside } from './build.ts';
import { readCheckpoint } from './checkpoint.ts';
import { inbox } from './inbox/projection.ts';
import { ticketTable } from './inbox/ticket-tables.ts';
import { fold, type Projection } from './kit/projection.ts';
import { integer, table, uuid } from './kit/table.ts';
import type { Notification } from './position.ts';
import { serveProjection } from './serve.ts';
import { refineStatistics } from './statistics.ts';
import { openInboxStory } from './testing/inbox-story.ts';
import { dump, openReadModel, type ReadModel, silent } from './testing/read-model.ts';
import { appendStory, company } from './testing/story.ts';

let model: ReadModel;
beforeEach(async () => {
  model = await openReadModel();
});
afterEach(() => model.close());

const story = () => {
  const notified = openInboxStory();
  notified.queue('sales');
  notified.user('ana', ['sales']);
  notified.connection();
  notified.contact();
  for (let t = 0; t < 30; t += 1) {
    notified.opened(`t${t}`, { queue: t % 3 === 0 ? null : 'sales' });
    notified.received(`a${t}`, `t${t}`, `text "${t}" \\ {x}, NULL`);
    if (t % 2) notified.accepted(`t${t}`, 'ana', 'sales');
    if (t % 2) notified.queued(`b${t}`, `t${t}`, 'answer', { user: 'ana' });
    if (t % 4 === 1) notified.closed(`t${t}`);
    if (t % 5 === 0) notified.reacted(`a${t}`, '👍');
    if (t % 7 === 0) notified.deleted(`t${t}`);
  }
  return notified;
};
const never = () => new AbortController().signal;
const options = (store: ReturnType<typeof openMemoryStore>) => ({
  projection: inbox,
  databaseUrl: model.url,
  store,
  signal: never(),
});

describe('a rebuild', () => {
  it('makes exactly what the live runner made, and the live runner goes on in it', async () => {
    const store = openMemoryStore();
    model.run(store);
    const notified = story();
    for (const event of notified.events) await appendStory(store, [event]);
    const position = await store.head();
    await model.shown(position);
    const live = await dump(model, 'inbox');
    const { events } = await rebuildBeside(options(store));
    expect(events).toBe(notified.events.length);
    expect(await dump(model, 'inbox')).toBe(live);
    const count = notified.events.length;
    notified.received('after', 't1');
    await model.shown(await appendStory(store, notified.events.slice(count)));
    expect(await dump(model, 'inbox')).toContain('after');
    const { rows } = await model.pool.query(
      `select nspname from pg_namespace where nspname like 'inbox\\_%'`,
    );
    expect(rows).toEqual([]);
  });

  it('knows its rows by a small sample, and by the usual one once it serves', async () => {
    const store = openMemoryStore();
    const notified = openInboxStory();
    notified.opened('t');
    for (let index = 0; index < 300; index += 1) notified.received(`m${index}`, 't');
    model.run(store);
    await model.shown(await appendStory(store, notified.events));
    const bounds = async () => {
      const text = `select cardinality(histogram_bounds::text::uuid[]) as bounds from pg_stats
        where schemaname = 'inbox' and tablename = 'message' and attname = 'id'`;
      return (await model.pool.query<{ bounds: number }>(text)).rows[0]?.bounds;
    };
    await rebuildBeside(options(store));
    expect(await bounds()).toBe(11);
    await refineStatistics(inbox, model.url);
    expect(await bounds()).toBe(101);
  });

  it('misses and doubles nothing while events keep arriving', async () => {
    const store = openMemoryStore();
    model.run(store);
    const notified = openInboxStory();
    notified.opened('t');
    await model.shown(await appendStory(store, notified.events));
    let writing = true;
    const writer = (async () => {
      let written = 0;
      while (writing) {
        for (let burst = 0; burst < 20; burst += 1) notified.received(`m${written + burst}`, 't');
        written += 20;
        for (const event of notified.events.slice(-20)) {
          const position = await appendStory(store, [event]);
          if (event.position % 512 === 0) await model.shown(position);
        }
      }
      return written;
    })();
    for (let round = 0; round < 3; round += 1) await rebuildBeside(options(store));
    writing = false;
    const written = await writer;
    await model.shown(await store.head());
    const { rows } = await model.pool.query(
      'select (select count(*) from inbox.message) as messages, unread from inbox.ticket',
    );
    expect(rows).toEqual([{ messages: written, unread: written }]);
  });

  it('notifies what the stopped live one had not notified', async () => {
    const store = openMemoryStore();
    const notified = openInboxStory();
    notified.opened('t');
    const runner = model.run(store);
    await model.shown(await appendStory(store, notified.events));
    await runner.stop();
    const notes: Notification[] = [];
    model.positions.onNotification('inbox', note => notes.push(note));
    notified.received('m', 't');
    const position = await appendStory(store, notified.events.slice(1));
    await rebuildBeside(options(store));
    await model.shown(position);
    expect(
      notes.some(({ resync, changes }) => resync || changes.some(({ id }) => id === notified.id('m'))),
    ).toBe(true);
  });

  it('is refused while another one is under way', async () => {
    const store = openMemoryStore();
    await appendStory(store, story().events);
    const results = await Promise.allSettled([rebuildBeside(options(store)), rebuildBeside(options(store))]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('happens by itself when the service knows another version', async () => {
    const store = openMemoryStore();
    const runner = model.run(store);
    const notified = story();
    await model.shown(await appendStory(store, notified.events));
    await runner.stop();
    const stopping = new AbortController();
    const projection = { ...inbox, version: inbox.version + 1 };
    const serving = serveProjection({
      ...options(store),
      projection,
      pool: model.pool,
      log: silent,
      signal: stopping.signal,
    });
    await model.until(`select 1 from projection.checkpoint where name = 'inbox' and version = $1`, [
      projection.version,
    ]);
    const count = notified.events.length;
    notified.received('after', 't1');
    await model.shown(await appendStory(store, notified.events.slice(count)));
    stopping.abort();
    await serving;
    expect(await readCheckpoint(model.pool, 'inbox')).toMatchObject({
      version: projection.version,
      error: null,
    });
  });

  describe('of a new table', () => {
    /** Counts in each row how often it was folded. */
    const counted = table('closing', {
      columns: { id: uuid, times: integer },
      indexes: ['(company_id, position)'],
    });
    const closings = fold(counted, {
      TicketClosed: {
        evolve: (row, { data }) => ({ id: data.ticketId, times: (row?.times ?? 0) + 1 }),
      },
    });
    const wider: Projection = { ...inbox, folds: [...inbox.folds, closings] };
    const rowsOf = async (name: string) =>
      (await model.pool.query(`select id, times from inbox.${name} order by id`)).rows;
    const copies = async () =>
      (
        await model.pool.query(
          `select tablename, c.oid from pg_tables join pg_class c on c.relname = tablename
           and c.relnamespace = 'inbox'::regnamespace where schemaname = 'inbox' and tablename <> 'closing' order by 1`,
        )
      ).rows;

    it('folds that alone, whatever arrives meanwhile, and leaves the others as they are', async () => {
      const store = openMemoryStore();
      const runner = model.run(store);
      const notified = story();
      await model.shown(await appendStory(store, notified.events));
      await runner.stop();
      const [before, tables] = [await dump(model, 'inbox'), await copies()];
      const count = notified.events.length;
      notified.closed('t0');
      const position = await appendStory(store, notified.events.slice(count));
      model.serve(store, wider);
      await model.shown(position);
      const closed = notified.events.filter(({ type }) => type === 'TicketClosed');
      expect(await rowsOf('closing')).toHaveLength(closed.length);
      expect(new Set((await rowsOf('closing')).map(({ times }) => times))).toEqual(new Set([1]));
      expect(await copies()).toEqual(tables);
      expect((await dump(model, 'inbox')).length).toBeGreaterThanOrEqual(before.length);
      expect(await readCheckpoint(model.pool, 'inbox')).toMatchObject({
        version: inbox.version,
        error: null,
      });
      const read = model.tenants.read(company, db =>
        db.query('closings', 'select id from inbox.closing', []),
      );
      expect(await read).toHaveLength(closed.length);
    });

    it('lets a runner that does not know it write nothing more', async () => {
      const store = openMemoryStore();
      const notified = story();
      const old = model.run(store);
      await model.shown(await appendStory(store, notified.events));
      const built = await addTables({ ...options(store), projection: wider }, [closings]);
      expect(built).toBeDefined();
      const count = notified.events.length;
      notified.closed('t2');
      await appendStory(store, notified.events.slice(count));
      await old.ended;
      expect(await readCheckpoint(model.pool, 'inbox')).toMatchObject({
        error: expect.stringContaining('closing'),
      });
      model.serve(store, wider);
      await model.shown(await store.head());
      expect((await rowsOf('closing')).map(({ id }) => id)).toContain(notified.id('t2'));
    });

    it('builds all of it anew where the table is folded from another', async () => {
      const looking = fold(counted, {
        TicketClosed: {
          evolve: (_, { data }, touched) => ({
            id: data.ticketId,
            times: touched.get(ticketTable, data.ticketId) ? 7 : 0,
          }),
        },
      });
      const store = openMemoryStore();
      const runner = model.run(store);
      await model.shown(await appendStory(store, story().events));
      await runner.stop();
      const tables = await copies();
      model.serve(store, { ...inbox, folds: [...inbox.folds, looking] });
      await model.until('select 1 from pg_tables where schemaname = $1 and tablename = $2', [
        'inbox',
        'closing',
      ]);
      expect(new Set((await rowsOf('closing')).map(({ times }) => times))).toEqual(new Set([7]));
      expect(await copies()).not.toEqual(tables);
    });
  });

  it('stopped at an instant shows what was then, in a schema of its own', async () => {
    const store = openMemoryStore();
    const notified = openInboxStory();
    notified.opened('t');
    for (let index = 0; index < 999; index += 1) notified.received(`m${index}`, 't');
    const then = notified.events.at(-1)?.metadata.at ?? '';
    notified.closed('t');
    await appendStory(store, notified.events);
    await buildUntil(options(store), 'inbox_then', then);
    const { rows } = await model.pool.query('select status, unread from inbox_then.ticket');
    expect(rows).toEqual([{ status: 'pending', unread: 999 }]);
  });
});
