import type { PoolClient } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import { attendance } from './attended-tickets.ts';

/**
 * What the policies remember, inside one transaction: rows touched by a batch are folded in memory and
 * written in bulk. Reads see what was noted before them.
 */
export const createMemory = (client: PoolClient) => {
  let attended = new Map<string, { userId: string | null; companyId: string }>();
  let removed = new Map<string, string>();

  const write = async () => {
    const [tickets, users] = [[...attended], [...removed]];
    attended = new Map();
    removed = new Map();
    const held = tickets.flatMap(([ticketId, { userId, companyId }]) =>
      userId === null ? [] : [{ ticketId, userId, companyId }],
    );
    const free = tickets.filter(([, { userId }]) => userId === null).map(([ticketId]) => ticketId);
    if (free.length > 0) await client.query(forget, [free]);
    if (held.length > 0) {
      const columns = [held.map(row => row.ticketId), held.map(row => row.userId)];
      await client.query(remember, [...columns, held.map(row => row.companyId)]);
    }
    if (users.length > 0) {
      await client.query(removeUsers, [users.map(([id]) => id), users.map(([, company]) => company)]);
    }
  };

  return {
    write,
    note: (event: Recorded): void => {
      const { companyId } = event;
      if (event.type === 'UserRemoved') removed.set(event.data.userId, companyId);
      const change = attendance(event);
      if (change) attended.set(change.ticketId, { userId: change.userId, companyId });
    },
    ticketsOf: async (userId: string): Promise<readonly string[]> => {
      await write();
      const { rows } = await client.query<{ ticket_id: string }>(ticketsOfUser, [userId]);
      return rows.map(row => row.ticket_id);
    },
    removedAmong: async (userIds: readonly string[]): Promise<ReadonlySet<string>> => {
      if (userIds.length === 0) return new Set();
      const { rows } = await client.query<{ user_id: string }>(removedUsers, [userIds]);
      return new Set(rows.map(row => row.user_id));
    },
  };
};

const forget = 'delete from policy.attended_ticket where ticket_id = any($1::uuid[])';
const remember = `
  insert into policy.attended_ticket (ticket_id, user_id, company_id)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])
  on conflict (ticket_id) do update set user_id = excluded.user_id`;
const removeUsers = `
  insert into policy.removed_user (user_id, company_id)
  select * from unnest($1::uuid[], $2::uuid[]) on conflict do nothing`;
const ticketsOfUser = 'select ticket_id from policy.attended_ticket where user_id = $1 order by ticket_id';
const removedUsers = 'select user_id from policy.removed_user where user_id = any($1::uuid[])';
