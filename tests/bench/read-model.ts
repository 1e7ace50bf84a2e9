import { loadavg } from 'node:os';
import type { AnyEvent } from '#domain/catalogue.ts';
import { type Category, streamName } from '#domain/shared/stream.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Batch, Recorded } from '#eventstore/types.ts';
import { rebuildBeside } from '#projections/build.ts';
import { openDatabase } from '#projections/database.ts';
import { inbox } from '#projections/inbox/projection.ts';
import { countTickets, listTickets } from '#projections/inbox/queries/list-tickets.ts';
import { listMessages } from '#projections/inbox/queries/messages.ts';
import { searchMessages } from '#projections/inbox/queries/search-messages.ts';
import { migrate } from '#projections/migrate.ts';
import { openTenants, type Queryable } from '#projections/tenant.ts';
import { startTestPostgres } from '#start/postgres/testing.ts';
import { inFlight, ms, printTable, type Row, rate } from './measure.ts';
import { spoken, textOf } from './words.ts';

/**
 * The read model alone, at the size of years: so many tickets (`BENCH_TICKETS`, a million) are folded from events that
 * are made on the way, as a rebuild does, and the screens' questions are asked of it. No event store, no network.
 */
const total = Number(process.env.BENCH_TICKETS ?? 1_000_000);
const longTalk = 5_000;
const companyId = deriveId('bench', 'company');
const connectionId = deriveId('bench', 'connection');
const queueIds = ['sales', 'support', 'rest'].map(word => deriveId('bench', word));
const seldomQueue = deriveId('bench', 'seldom queue');
const idOf = (kind: string, n: number): string =>
  `${(n + 1).toString(16).padStart(8, '0')}-${kind}-4000-8000-${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(12, '0')}`;
const contactOf = (n: number) => idOf('c000', n % Math.ceil(total / 10));
const begin = Date.UTC(2024, 0, 1);

const admin: Viewer = { userId: deriveId('bench', 'admin'), profile: 'admin', queueIds: [] };
const seller: Viewer = {
  userId: deriveId('bench', 'seller'),
  profile: 'user',
  queueIds: queueIds.slice(0, 1),
};

let position = 0;
const told = (category: Category, entityId: string, event: AnyEvent, n: number): Recorded => {
  position += 128;
  const at = new Date(begin + n * 60_000).toISOString();
  const metadata = { companyId, actor: { kind: 'system' as const }, at, commandId: entityId };
  const place = { stream: streamName(category, companyId, entityId), category, companyId, entityId };
  return { ...event, ...place, id: entityId, revision: 0, position, metadata };
};

const message = (n: number, ticketId: string): Recorded => {
  const messageId = idOf('b000', n);
  const waKey = { id: messageId, remoteJid: 'bench@lid', fromMe: false, participant: null };
  const sentAt = new Date(begin + n * 60_000).toISOString();
  const place = { messageId, ticketId, contactId: contactOf(n), connectionId };
  const rest = { mediaType: 'text' as const, quotedMessageId: null, senderName: null };
  return told(
    'message',
    messageId,
    { type: 'MessageReceived', data: { ...place, body: textOf(n), waKey, sentAt, ...rest } },
    n,
  );
};

function* eventsOf(n: number): Generator<Recorded> {
  const ticketId = idOf('a000', n);
  const contactId = contactOf(n);
  if (contactId === idOf('c000', n)) {
    const data = {
      contactId,
      name: `Contato ${n} ${textOf(n).split(' ')[5]}`,
      number: String(5_511_900_000_000 + n),
    };
    const rest = { lid: null, email: null, isGroup: false, queueId: null };
    yield told('contact', contactId, { type: 'ContactCreated', data: { ...data, ...rest } }, n);
  }
  const queueId = n % 10_000 === 99 ? seldomQueue : (queueIds[n % queueIds.length] ?? null);
  const data = {
    ticketId,
    contactId,
    connectionId,
    queueId,
    userId: null,
    status: 'pending' as const,
    isGroup: false,
  };
  yield told('ticket', ticketId, { type: 'TicketOpened', data }, n);
  yield message(n, ticketId);
}

async function* batches(size: number): AsyncGenerator<Batch> {
  let events: Recorded[] = [];
  const flush = (live: boolean): Batch => {
    const batch = { events, position, live };
    events = [];
    return batch;
  };
  for (let n = 0; n < total; n += 1) {
    events.push(...eventsOf(n));
    if (events.length >= size) yield flush(false);
  }
  for (let n = total; n < total + longTalk; n += 1) events.push(message(n, idOf('a000', 0)));
  yield flush(true);
}

const rows: Row[] = [];
const note = (what: string, result: string, target: string, values: object) => {
  const [load = 0] = loadavg();
  rows.push({ what: `${what} (load ${load.toFixed(1)})`, result, target, values });
  console.log(`… ${what}: ${result} (load ${load.toFixed(1)})`);
};

const postgres = await startTestPostgres();
try {
  await migrate(postgres.url);
  const heads = total * 3;
  const begun = performance.now();
  let folded = 0;
  let shown = 0;
  const { events } = await rebuildBeside({
    projection: inbox,
    databaseUrl: postgres.url,
    store: {
      head: async () => heads * 128,
      subscribe: ({ after, maxBatch }) => (after ? nothingMore(after) : batches(maxBatch ?? 1_000)),
    },
    signal: new AbortController().signal,
    onProgress: progress => {
      folded = performance.now() - begun;
      if (performance.now() - shown > 10_000) console.log(`… ${progress.events} events`);
      if (performance.now() - shown > 10_000) shown = performance.now();
    },
  });
  const whole = performance.now() - begun;
  note(`rebuild of ${events} events, with the indexes`, rate((events * 1000) / whole), '15,000/s', { whole });
  note('of that, the indexes', `${((whole - folded) / 1000).toFixed(0)} s`, '-', { folded });
  const pool = openDatabase(postgres.url, { max: 1 });
  const sizes = await pool.query<{ name: string; size: string }>(
    `select c.relname as name, pg_size_pretty(pg_relation_size(c.oid)) as size from pg_class c
     where relnamespace = 'inbox'::regnamespace and pg_relation_size(c.oid) > 4e6 order by pg_relation_size(c.oid) desc`,
  );
  console.log(sizes.rows.map(({ name, size }) => `${name} ${size}`).join(', '));
  await pool.query('vacuum analyze');
  await pool.end();
  const tenants = openTenants(
    { options: { connectionString: postgres.url } } as Parameters<typeof openTenants>[0],
    {
      max: 4,
    },
  );
  const measure = async (
    what: string,
    target: string,
    times: number,
    ask: (db: Queryable, n: number) => Promise<unknown>,
  ) => {
    await inFlight(20, 1, n => tenants.read(companyId, db => ask(db, n)));
    const summary = await inFlight(times, 1, n => tenants.read(companyId, db => ask(db, n)));
    note(what, `p50 ${ms(summary.p50)}, p99 ${ms(summary.p99)}`, target, summary);
  };
  const list =
    (query: object, viewer = admin) =>
    (db: Queryable) =>
      listTickets(db, viewer, { status: 'pending', ...query });
  await measure('list, first page', 'p99 under 20 ms', 300, list({}));
  await measure('list, first page, of an attendant', 'p99 under 20 ms', 300, list({}, seller));
  await measure('list, page 100 by number', 'under 40 ms', 200, list({ pageNumber: 100 }));
  await measure('list, of a queue with few', 'p99 under 20 ms', 200, list({ queueIds: [seldomQueue] }));
  await measure('list, of a day', '-', 100, list({ date: '2024-03-04' }));
  await measure('list, of a contact', '-', 100, list({ contactId: contactOf(5) }));
  await measure('list, unread', 'p99 under 20 ms', 100, list({ withUnreadMessages: true }));
  await measure('badges', 'p99 under 20 ms', 200, db => countTickets(db, admin, {}));
  for (const word of [
    spoken.rarely,
    'lelepi',
    spoken.seldom,
    spoken.sometimes,
    spoken.often,
    spoken.always,
    'zzzyyy',
  ]) {
    const target = word === spoken.rarely ? 'p50 under 30 ms' : 'p99 under 150 ms';
    await measure(`search messages: ${word}`, target, 60, db =>
      searchMessages(db, admin, { searchParam: word }),
    );
    await measure(`search tickets: ${word}`, '-', 30, list({ searchParam: word }));
  }
  await measure('search messages: two words', '-', 60, db =>
    searchMessages(db, seller, { searchParam: `${spoken.often} ${spoken.seldom}` }),
  );
  await measure('search tickets: a number', '-', 60, list({ searchParam: String(5_511_900_000_000 + 777) }));
  await measure(`conversation of ${longTalk}, first page`, 'p50 under 10 ms', 300, db =>
    listMessages(db, idOf('a000', 0)),
  );
  await tenants.close();
  console.log();
  printTable(rows);
} finally {
  await postgres.stop();
}

async function* nothingMore(after: number): AsyncGenerator<Batch> {
  yield { events: [], position: after, live: true };
}
