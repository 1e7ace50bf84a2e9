import type { Queryable } from '../../tenant.ts';

const first = `select e.at from audit.entry e where e.company_id = $1 order by e.at, e.position limit 1`;

/** When the company's history begins, ISO; undefined while nothing of it was read. */
export const beginningOf = async (db: Queryable): Promise<string | undefined> =>
  (await db.query<{ at: string }>('audit_beginning', first, [db.companyId]))[0]?.at;

const messages = `select distinct e.object_id as id from audit.entry e
  where e.company_id = $1 and e.ticket_id = $2 and e.at <= $3::timestamptz
    and e.type in ('MessageReceived', 'MessageQueued', 'MessageMoved')`;

/** The messages that had come to a ticket by an instant (ISO), also those that went on to another one since. */
export const messagesThatCame = async (
  db: Queryable,
  ticketId: string,
  at: string,
): Promise<readonly string[]> =>
  (await db.query<{ id: string }>('audit_messages_of', messages, [db.companyId, ticketId, at])).map(
    ({ id }) => id,
  );
