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
