import type { Pool } from 'pg';
import type { ConnectionLedger } from '#contracts/connections.ts';
import { ifThere } from './connector-tables.ts';

const mostDays = 30;

const daysOf = `
  select l.day::text as day, l.received, l.shown, l.rejected, l.last_error as "lastError",
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
