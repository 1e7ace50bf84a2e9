import type { Pool } from 'pg';
import type { ConnectionLedger } from '#contracts/connections.ts';
import { ifThere } from './connector-tables.ts';

const mostDays = 30;

const daysOf = `
  select l.day::text as day, l.received, l.shown, l.imported, l.rejected, l.last_error as "lastError",
    l.last_error_at as "lastErrorAt"
  from connector.ledger l join connector.session s using (connection_id)
  where l.connection_id = $1 and s.company_id = $2 order by l.day desc limit ${mostDays}`;

const openWork = `
  select (select count(*)::int from connector.inbox_journal j
      where j.account = s.connection_id and not j.handled and j.problem is null) as waiting,
    (select count(*)::int from connector.outbox o
      where o.connection_id = s.connection_id and o.state in ('queued', 'sending')) as "toSend",
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
    `select pg_notify('connector_wake', 'retry ' || connection_id)
     from connector.session where connection_id = $1 and company_id = $2`,
    [connectionId, companyId],
  );
};

type Open = Omit<ConnectionLedger, 'days'>;
const nothingOpen: Open = { waiting: 0, toSend: 0, notSent: 0 };

/** What became of a connection's messages, as its connector has counted them: the last thirty days with any. */
export const readLedger = async (
  pool: Pool,
  companyId: string,
  connectionId: string,
): Promise<ConnectionLedger> => {
  const values = [connectionId, companyId];
  const [days, open] = await Promise.all([
    ifThere<ConnectionLedger['days'][number]>(pool, daysOf, values),
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
