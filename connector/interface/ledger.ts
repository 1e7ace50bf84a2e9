import type { Pool } from 'pg';
import { wakeChannel } from './channels.ts';
import { ifThere } from './if-there.ts';

/** What became of the messages of one day. */
export type LedgerDay = {
  readonly day: string;
  readonly received: number;
  readonly shown: number;
  /** Messages of the phone's history, counted apart. */
  readonly imported: number;
  /** How many were not shown, by reason. */
  readonly rejected: Record<string, number>;
  readonly lastError: string | null;
  readonly lastErrorAt: string | null;
};
export type Ledger = Open & { readonly days: LedgerDay[] };

type Open = {
  /** Received and still being taken in. */
  readonly waiting: number;
  /** Still to be sent, and not sent for good. */
  readonly toSend: number;
  readonly notSent: number;
};

const mostDays = 30;

const daysOf = `
  select l.day::text as day, l.received, l.shown, l.imported, l.rejected, l.last_error as "lastError",
    l.last_error_at as "lastErrorAt"
  from connector.ledger l join connector.session s using (connection_id)
  where l.connection_id = $1 and s.company_id = $2 order by l.day desc limit ${mostDays}`;

// Not as one list of states: each of the two is found in an index of its own.
const openWork = `
  select (select count(*)::int from connector.inbox_journal j
      where j.account = s.connection_id and not j.handled and j.problem is null) as waiting,
    (select count(*)::int from connector.outbox o
      where o.connection_id = s.connection_id and (o.state = 'queued' or o.state = 'sending')) as "toSend",
    (select count(*)::int from connector.outbox o
      where o.connection_id = s.connection_id and o.state = 'failed') as "notSent"
  from connector.session s where s.connection_id = $1 and s.company_id = $2`;

/**
 * Has the connector try once more what it set aside. Whatever connector holds the connection hears it; when none
 * does, the next one tries by itself.
 */
export const retrySetAside = async (pool: Pool, companyId: string, connectionId: string): Promise<void> => {
  await ifThere(
    pool,
    `select pg_notify($3, 'retry ' || connection_id)
     from connector.session where connection_id = $1 and company_id = $2`,
    [connectionId, companyId, wakeChannel],
  );
};

const nothingOpen: Open = { waiting: 0, toSend: 0, notSent: 0 };

/**
 * What became of a connection's messages, as its connector has counted them: the last thirty days with any. Dates of
 * errors are as the pool reads timestamps: ISO strings in the gateway's.
 */
export const readLedger = async (pool: Pool, companyId: string, connectionId: string): Promise<Ledger> => {
  const values = [connectionId, companyId];
  const [days, open] = await Promise.all([
    ifThere<LedgerDay>(pool, daysOf, values),
    ifThere<Open>(pool, openWork, values),
  ]);
  return { days: [...days], ...(open[0] ?? nothingOpen) };
};

const totals = `
  select coalesce((select sum(received) from connector.ledger), 0)::float8 as received,
    (select coalesce(jsonb_object_agg(outcome, n), '{}') from (
      select 'shown' as outcome, coalesce(sum(shown), 0) as n from connector.ledger
      union all
      select 'waiting', count(*) from connector.inbox_journal where not handled and problem is null
      union all
      select key, sum(value::int) from connector.ledger, jsonb_each_text(rejected) group by key) each) as settled`;

type Totals = { readonly received: number; readonly settled: Readonly<Record<string, number>> };

/** What became of the messages of all connections of all companies, for this installation's operator. */
export const messageTotals = async (pool: Pool): Promise<Totals> =>
  (await ifThere<Totals>(pool, totals, []))[0] ?? { received: 0, settled: {} };
