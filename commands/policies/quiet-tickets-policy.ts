import type { PoolClient } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import type { Policy } from './follow-policy.ts';
import { policyNames } from './names.ts';
import { silenceOf } from './quiet-tickets.ts';

const name = policyNames.quietTickets;

/** Remembers since when nothing was written in each open ticket. Who closes them looks at that now and then. */
export const quietTicketsPolicy: Policy = {
  name,
  categories: ['ticket', 'message'],
  react: (client, events) => remember(client, events),
};

type Row = { readonly ticketId: string; readonly companyId: string; readonly since: string };

/** Only the last of each kind counts; a message moves the time of a ticket that is attended to, and makes no row. */
const remember = async (client: PoolClient, events: readonly Recorded[]): Promise<void> => {
  const attended = new Map<string, Row>();
  const written = new Map<string, string>();
  const over = new Set<string>();
  for (const event of events) {
    const silence = silenceOf(event);
    if (!silence) continue;
    const { ticketId, change } = silence;
    const since = event.metadata.at;
    const row = attended.get(ticketId);
    if (change === 'over') {
      over.add(ticketId);
      attended.delete(ticketId);
      written.delete(ticketId);
    } else if (change === 'attended' || row)
      attended.set(ticketId, { ticketId, companyId: event.companyId, since });
    else written.set(ticketId, since);
  }
  if (over.size > 0)
    await client.query('delete from policy.quiet_ticket where ticket_id = any($1::uuid[])', [[...over]]);
  if (written.size > 0) await client.query(touch, [[...written.keys()], [...written.values()]]);
  const rows = [...attended.values()];
  if (rows.length === 0) return;
  const columns = [rows.map(row => row.ticketId), rows.map(row => row.companyId), rows.map(row => row.since)];
  await client.query(begin, columns);
};

/** A clock that was ahead leaves nothing open for longer. */
const touch = `
  update policy.quiet_ticket q set quiet_since = greatest(q.quiet_since, least(w.at, now()))
  from unnest($1::uuid[], $2::timestamptz[]) as w (ticket_id, at) where q.ticket_id = w.ticket_id`;
const begin = `
  insert into policy.quiet_ticket (ticket_id, company_id, quiet_since)
  select n.ticket_id, n.company_id, least(n.at, now())
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (ticket_id, company_id, at)
  on conflict (ticket_id) do update set quiet_since = greatest(quiet_ticket.quiet_since, excluded.quiet_since)`;
