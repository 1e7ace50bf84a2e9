import pg from 'pg';
import { dashboard } from '#projections/dashboard/projection.ts';
import { connectionConfig } from '#projections/database.ts';
import { createIndexes, createSchema } from '#projections/schema.ts';

export const benchCompany = '0198a000-0000-7000-8000-000000000001';
/** A UUID that is the same for the same kind and number. */
export const benchId = (kind: number, n: number | string): string =>
  `0198a000-0000-7000-8${String(kind).padStart(3, '0')}-${String(n).padStart(12, '0')}`;
const idOf = (kind: number, n: string) =>
  `('0198a000-0000-7000-8${String(kind).padStart(3, '0')}-' || lpad((${n})::text, 12, '0'))::uuid`;

/**
 * The facts of so many tickets of a year, in one company with 8 queues, 4 connections, 40 attendants and 20 tags: two
 * waits a ticket, a mark for every fourth, a tag for every third. Made by Postgres: what is asked is how fast they are
 * read, not how they come about.
 */
export const makeFacts = async (url: string, tickets: number): Promise<void> => {
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  try {
    await client.query('drop schema if exists dashboard cascade');
    await createSchema(client, dashboard, 'dashboard');
    for (const text of statements(tickets)) await client.query(text);
    await createIndexes([client], dashboard, 'dashboard');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
};

const statements = (tickets: number): readonly string[] => {
  const own = `'${benchCompany}'::uuid as company_id, n as position`;
  const place = `${idOf(2, 'n')} as ticket_id, ${idOf(3, 'n / 3')} as contact_id,
    ${idOf(4, 'n % 4')} as connection_id, ${idOf(5, '(n * 7) % 8')} as queue_id`;
  const user = `${idOf(6, '(n * 13) % 40')}`;
  const from = `from (select n, now() - interval '365 days' * (1 - n::float8 / ${tickets}) - interval '1 hour' as began,
    (60 + (n * 7919) % 5400) * 1000 as ms from generate_series(1::bigint, ${tickets}) n) t`;
  const after = (ms: string) => `began + make_interval(secs => (${ms}) / 1000.0)`;
  return [
    `insert into dashboard.episode (id, ticket_id, contact_id, connection_id, queue_id, first_queue_id,
       first_queue_at, first_user_id, first_user_at, opened_at, opened_by, reopened, since_closed_ms, former_closer_id, customer_since, first_response_at, response_ms,
       response_business_ms, responder_id, response_queue_id, closed_at, closing, closer_id, resolution_ms, resolution_business_ms, company_id, position)
     select ${idOf(1, 'n')}, ${place}, ${idOf(5, '(n * 7) % 8')}, began, ${user}, ${after('ms / 10')}, began, 'contact', false,
       case when n % 10 = 0 then 3600000 end, case when n % 10 = 0 then ${user} end, began, ${after('ms / 8')}, ms / 8,
       ms / 16, ${user}, ${idOf(5, '(n * 7) % 8')}, ${after('ms')}, case n % 20 when 0 then 'timeout' when 1 then 'bot' else 'human' end, ${user}, ms, ms / 2, ${own} ${from}`,
    `insert into dashboard.ticket_tag (ticket_id, tag_id, given_at, company_id, position)
     select ${idOf(2, 'n')}, ${idOf(7, 'n % 20')}, ${after('ms / 8')}, ${own} ${from} where n % 3 = 0`,
    `insert into dashboard.queue_stay (id, episode_id, ticket_id, contact_id, connection_id, queue_id, in_menu,
       entered_at, left_at, ended, user_id, ms, business_ms, company_id, position)
     select ${idOf(1, 'n')}, ${idOf(1, 'n')}, ${place}, false, began, ${after('ms / 10')}, 'accepted', ${user}, ms / 10, ms / 20, ${own} ${from}`,
    `insert into dashboard.handling (id, episode_id, ticket_id, contact_id, connection_id, queue_id, user_id,
       started_at, ended_at, ended, ms, business_ms, company_id, position)
     select ${idOf(1, 'n')}, ${idOf(1, 'n')}, ${place}, ${user}, ${after('ms / 10')}, ${after('ms')}, 'closed', ms * 9 / 10, ms / 2, ${own} ${from}`,
    ...[8, 9].map(
      part => `insert into dashboard.customer_wait (id, episode_id, ticket_id, contact_id, connection_id, queue_id,
       since, until, ended, user_id, ms, business_ms, company_id, position)
     select ${idOf(part, 'n')}, ${idOf(1, 'n')}, ${place}, began, ${after(`ms / ${part}`)}, 'answered', ${user}, ms / ${part}, ms / 20, ${own} ${from}`,
    ),
    `insert into dashboard.mark (id, episode_id, ticket_id, contact_id, connection_id, queue_id, user_id, rating, at, company_id, position)
     select ${idOf(1, 'n')}, ${idOf(1, 'n')}, ${place}, ${user}, 1 + n % 3, ${after('ms')}, ${own} ${from} where n % 4 = 0`,
    `insert into dashboard.lead (id, ticket_id, episode_id, connection_id, at, company_id, position)
     select ${idOf(3, 'n / 3')}, ${idOf(2, 'n')}, ${idOf(1, 'n')}, ${idOf(4, 'n % 4')}, began, ${own} ${from} where n % 3 = 0`,
  ];
};
