import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { ticketsByIds } from './inbox/queries/tickets.ts';
import type { Notification } from './position.ts';
import { openInboxStory } from './testing/inbox-story.ts';
import { dump, openReadModel, type ReadModel } from './testing/read-model.ts';
import { appendStory, company } from './testing/story.ts';

let model: ReadModel;
beforeEach(async () => {
  model = await openReadModel();
});
afterEach(() => model.close());

const ticketStory = (tickets: number, messages: number) => {
  const story = openInboxStory();
  story.companyCreated('Ours');
  story.queue('sales');
  story.user('ana', ['sales']);
  story.connection();
  story.contact();
  for (let t = 0; t < tickets; t += 1) {
    story.opened(`t${t}`, { queue: 'sales' });
    for (let m = 0; m < messages; m += 1) story.received(`t${t} m${m}`, `t${t}`);
  }
  return story;
};

describe('the runner', () => {
  it('shows what arrives, and tells ids with where the ticket was', async () => {
    const store = openMemoryStore();
    const told: Notification[] = [];
    model.positions.onNotification('inbox', note => told.push(note));
    model.run(store);
    const story = ticketStory(1, 1);
    await model.shown(await appendStory(store, story.events));
    const before = story.events.length;
    story.accepted('t0', 'ana', 'sales');
    const position = await appendStory(store, story.events.slice(before));
    await model.shown(position);
    const id = story.id('t0');
    const [ticket] = await model.tenants.read(company, db => ticketsByIds(db, [id]));
    expect(ticket).toMatchObject({
      status: 'open',
      user: { name: 'ana' },
      queue: { name: 'sales' },
      number: 1,
      position,
    });
    expect(told.at(-1)).toEqual({
      position,
      companyId: company,
      changes: [
        {
          table: 'ticket',
          id,
          op: 'upsert',
          was: {
            ...{
              status: 'pending',
              queueId: story.id('sales'),
              userId: null,
              isGroup: false,
              chatbot: false,
            },
            connectionId: story.id('connection'),
          },
        },
      ],
    });
  });

  it('tells many changes in notes that Postgres takes', async () => {
    const store = openMemoryStore();
    const seen = new Set<string>();
    const story = ticketStory(300, 1);
    const position = await appendStory(store, story.events);
    model.positions.onNotification('inbox', note => {
      for (const { table, id } of note.changes) if (table === 'ticket') seen.add(id);
    });
    await new Promise<void>(resolve => void model.positions.onListening(resolve));
    model.run(store);
    await model.shown(position);
    expect(seen.size).toBe(300);
  });

  it('applies everything once when two of them run and one stops', async () => {
    const store = openMemoryStore();
    const first = model.run(store);
    model.run(store);
    const story = ticketStory(5, 4);
    const half = Math.floor(story.events.length / 2);
    await model.shown(await appendStory(store, story.events.slice(0, half)));
    await first.stop();
    await model.shown(await appendStory(store, story.events.slice(half)));
    const { rows } = await model.pool.query('select number, unread from inbox.ticket order by number');
    expect(rows).toEqual([1, 2, 3, 4, 5].map(number => ({ number, unread: 4 })));
  });

  it('writes nothing when the checkpoint was moved under it, and goes on from there', async () => {
    const store = openMemoryStore();
    model.run(store);
    const story = ticketStory(1, 0);
    const position = await appendStory(store, story.events);
    await model.shown(position);
    story.received('skipped', 't0');
    story.received('shown', 't0');
    const skipped = story.events.at(-2)?.position ?? 0;
    await model.pool.query(
      `update projection.checkpoint set position = $1, event_position = $1 where name = 'inbox'`,
      [skipped],
    );
    await model.shown(await appendStory(store, story.events.slice(-2)));
    const { rows } = await model.pool.query('select body from inbox.message');
    expect(rows).toEqual([{ body: 'shown' }]);
  });

  it('goes on where it was when its connection to Postgres is cut, again and again', async () => {
    const store = openMemoryStore();
    model.run(store);
    const story = ticketStory(8, 5);
    let position = 0;
    for (let from = 0; from < story.events.length; from += 12) {
      position = await appendStory(store, story.events.slice(from, from + 12));
      await model.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%projection.checkpoint%'`,
      );
    }
    await model.shown(position);
    const { rows } = await model.pool.query('select number, unread from inbox.ticket order by number');
    expect(rows).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(number => ({ number, unread: 5 })));
    expect(await dump(model, 'inbox')).toContain('t7 m4');
  });

  it('takes texts that Postgres has no place for', async () => {
    const store = openMemoryStore();
    model.run(store);
    const story = openInboxStory();
    story.opened('t');
    story.received('m', 't', 'nul \0 quote " back \\ brace {} half \ud800');
    story.reacted('m', '\ud83d"\\');
    await model.shown(await appendStory(store, story.events));
    const { rows } = await model.pool.query<{ body: string }>('select body from inbox.message');
    expect(rows[0]?.body).toBe('nul \uFFFD quote " back \\ brace {} half \uFFFD');
  });
});

describe('waiting for a position', () => {
  it('answers false when it does not come in time, and at once when it is there', async () => {
    expect(await model.positions.waitFor('inbox', 999_999, 30)).toBe(false);
    expect(await model.positions.waitFor('inbox', 0, 0)).toBe(true);
  });

  it('is told through an outage of the listening connection', async () => {
    const store = openMemoryStore();
    const story = ticketStory(1, 1);
    const position = await appendStory(store, story.events);
    const waited = model.positions.waitFor('inbox', position, 10_000);
    await new Promise<void>(resolve => void model.positions.onListening(resolve));
    await model.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    model.run(store);
    expect(await waited).toBe(true);
  });
});
