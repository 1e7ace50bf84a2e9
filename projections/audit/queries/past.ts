import type { Parameters } from '../../inbox/queries/statement.ts';
import type { Queryable } from '../../tenant.ts';

const first = `select e.at from audit.entry e where e.company_id = $1 order by e.at, e.position limit 1`;

/** When the company's history begins, ISO; undefined while nothing of it was read. */
export const beginningOf = async (db: Queryable): Promise<string | undefined> =>
  (await db.query<{ at: string }>('audit_beginning', first, [db.companyId]))[0]?.at;

/**
 * `select` of the ids of the messages that had come to a ticket by an instant, also of those that went on to another one
 * since; $1 is the company.
 */
export const messagesThatCame = (ticketId: string, at: string, add: Parameters['add']): string =>
  `select e.object_id from audit.entry e
    where e.company_id = $1 and e.ticket_id = ${add(ticketId)}::uuid and e.at <= ${add(at)}::timestamptz
      and e.type in ('MessageReceived', 'MessageQueued', 'MessageMoved')`;

const there = `select e.object_id as id from audit.entry e
  where e.company_id = $1 and e.at <= $2::timestamptz and e.object_id is not null
    and e.type in ('UserCreated', 'UserRemoved', 'QueueCreated', 'QueueRemoved')
  group by 1 having bool_and(e.type in ('UserCreated', 'QueueCreated'))`;

/** The users and queues that there were at an instant (ISO): made by then, and not removed yet. */
export const thereAt = async (db: Queryable, at: string): Promise<ReadonlySet<string>> => {
  const rows = await db.query<{ id: string }>('audit_there_at', there, [db.companyId, at]);
  return new Set(rows.map(({ id }) => id));
};

const merged = `select distinct on (e.object_id) e.object_id as id,
    case when e.type = 'ContactMergedInto' then (e.details ->> 'winnerId')::uuid end as winner
  from audit.entry e
  where e.company_id = $1 and e.object_id = any($2::uuid[]) and e.at <= $3::timestamptz
    and e.type in ('ContactMergedInto', 'ContactUnmergedFrom')
  order by e.object_id, e.position desc`;

/** Into whom these contacts were merged at an instant (ISO), by their ids; who was themselves is left out. */
export const mergedAt = async (
  db: Queryable,
  ids: readonly string[],
  at: string,
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; winner: string | null }>('audit_merged_at', merged, [
    ...[db.companyId, ids, at],
  ]);
  return new Map(rows.flatMap(({ id, winner }) => (winner === null ? [] : [[id, winner]])));
};
