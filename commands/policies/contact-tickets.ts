import type { PoolClient } from 'pg';
import type { EventStore, Recorded } from '#eventstore/types.ts';

type Merged = { readonly contactId: string; readonly winnerId: string };
type Active = { readonly contactId: string; readonly companyId: string };

/** Whose ticket was opened or reopened; undefined for other events. A reopening names no contact: its opening does. */
export const begunTicket = async (
  store: Pick<EventStore, 'load'>,
  event: Recorded,
): Promise<Active | undefined> => {
  const { companyId } = event;
  if (event.type === 'TicketOpened') return { contactId: event.data.contactId, companyId };
  if (event.type !== 'TicketReopened') return undefined;
  const [opened] = await store.load(event.stream);
  return opened?.type === 'TicketOpened' ? { contactId: opened.data.contactId, companyId } : undefined;
};

/**
 * Which tickets of whom are not closed, and who is erased or merged, inside one transaction: what a batch changes is noted
 * in memory and written in bulk. Reads see what was noted before them.
 */
export const createContactTickets = (client: PoolClient) => {
  let changed = new Map<string, Active | undefined>();

  const write = async () => {
    const rows = [...changed];
    changed = new Map();
    const ended = rows.filter(([, active]) => !active).map(([id]) => id);
    const begun = rows.flatMap(([id, active]) => (active ? [{ id, ...active }] : []));
    if (ended.length > 0) await client.query(forget, [ended]);
    if (begun.length > 0) {
      const columns = [begun.map(({ id }) => id), begun.map(({ contactId }) => contactId)];
      await client.query(remember, [...columns, begun.map(({ companyId }) => companyId)]);
    }
  };

  return {
    write,
    begun: (ticketId: string, active: Active): void => void changed.set(ticketId, active),
    ended: (ticketId: string): void => void changed.set(ticketId, undefined),
    ofContact: async (contactId: string): Promise<readonly string[]> => {
      await write();
      const { rows } = await client.query<{ ticket_id: string }>(ofContact, [contactId]);
      return rows.map(row => row.ticket_id);
    },
    noteMerged: async ({ contactId, winnerId }: Merged, companyId: string): Promise<void> => {
      await client.query(noteMerged, [contactId, winnerId, companyId]);
    },
    noteParted: async (contactId: string): Promise<void> => {
      await client.query('delete from policy.merged_contact where contact_id = $1', [contactId]);
    },
    /** Into whom each is merged, of those who are. */
    winnersOf: async (contactIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      if (contactIds.length === 0) return new Map();
      const { rows } = await client.query<Merged>(winners, [contactIds]);
      return new Map(rows.map(({ contactId, winnerId }) => [contactId, winnerId]));
    },
    noteErased: async (contactId: string): Promise<void> => {
      await client.query('insert into policy.erased_contact values ($1) on conflict do nothing', [contactId]);
    },
    erasedAmong: async (contactIds: readonly string[]): Promise<ReadonlySet<string>> => {
      if (contactIds.length === 0) return new Set();
      const { rows } = await client.query<{ contact_id: string }>(erased, [contactIds]);
      return new Set(rows.map(row => row.contact_id));
    },
  };
};

const forget = 'delete from policy.active_ticket where ticket_id = any($1::uuid[])';
const remember = `
  insert into policy.active_ticket (ticket_id, contact_id, company_id)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])
  on conflict (ticket_id) do update set contact_id = excluded.contact_id`;
const ofContact = 'select ticket_id from policy.active_ticket where contact_id = $1 order by ticket_id';
const noteMerged = `
  insert into policy.merged_contact (contact_id, winner_id, company_id) values ($1, $2, $3)
  on conflict (contact_id) do update set winner_id = excluded.winner_id`;
const winners = `
  select contact_id as "contactId", winner_id as "winnerId" from policy.merged_contact
  where contact_id = any($1::uuid[])`;
const erased = 'select contact_id from policy.erased_contact where contact_id = any($1::uuid[])';
