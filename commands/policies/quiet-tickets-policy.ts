import type { PoolClient } from 'pg';
import { settings, settingValue } from '#domain/company/settings.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Policy } from './follow-policy.ts';
import { policyNames } from './names.ts';
import { silenceOf } from './quiet-tickets.ts';

const name = policyNames.quietTickets;

/**
 * Remembers since when nothing was written in each open ticket, and for how long each company waits. Who closes them
 * looks at that now and then.
 */
export const quietTicketsPolicy: Policy = {
  name,
  categories: ['ticket', 'message', 'company'],
  paceMs: 500,
  react: async (client, events, when) => {
    await remember(client, events, when);
    await rememberHours(client, events);
  },
  /** It may have been written in any ticket of its company: none of them is closed for a silence before it. */
  parked: async (client, { category, companyId }) => {
    if (category === 'message')
      await client.query('update policy.quiet_ticket set quiet_since = now() where company_id::text = $1', [
        companyId,
      ]);
  },
};

type Row = { readonly ticketId: string; readonly companyId: string; readonly since: string };

/**
 * Only the last of each kind counts; a message moves the time of a ticket that is attended to, and makes no row. What was
 * written in a ticket while its own events were parked is not known: then its silence begins now.
 */
const remember = async (
  client: PoolClient,
  events: readonly Recorded[],
  when: 'late' | undefined,
): Promise<void> => {
  const attended = new Map<string, Row>();
  const written = new Map<string, string>();
  const over = new Set<string>();
  for (const event of events) {
    const silence = silenceOf(event);
    if (!silence) continue;
    const { ticketId, change } = silence;
    const since = when === 'late' ? new Date().toISOString() : event.metadata.at;
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

/** A company that has said so waits as long as its settings say. */
const rememberHours = async (client: PoolClient, events: readonly Recorded[]): Promise<void> => {
  for (const { type, companyId, data } of events) {
    if (type !== 'CompanySettingChanged' || !isWait(data.key)) continue;
    const value = settingValue(settings[data.key], data.value);
    if (value !== undefined) await client.query(waitFor[data.key], [companyId, Number(value)]);
  }
};

const waitFor = {
  autoCloseHours: `insert into policy.auto_close (company_id, hours, warning_minutes)
    values ($1, $2, ${settings.autoCloseWarningMinutes.fallback})
    on conflict (company_id) do update set hours = excluded.hours`,
  autoCloseWarningMinutes: `insert into policy.auto_close (company_id, warning_minutes) values ($1, $2)
    on conflict (company_id) do update set warning_minutes = excluded.warning_minutes`,
};
const isWait = (key: string): key is keyof typeof waitFor => Object.hasOwn(waitFor, key);

/** A clock that was ahead leaves nothing open for longer. */
const touch = `
  update policy.quiet_ticket q set quiet_since = greatest(q.quiet_since, least(w.at, now()))
  from unnest($1::uuid[], $2::timestamptz[]) as w (ticket_id, at) where q.ticket_id = w.ticket_id`;
const begin = `
  insert into policy.quiet_ticket (ticket_id, company_id, quiet_since)
  select n.ticket_id, n.company_id, least(n.at, now())
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (ticket_id, company_id, at)
  on conflict (ticket_id) do update set quiet_since = greatest(quiet_ticket.quiet_since, excluded.quiet_since)`;
