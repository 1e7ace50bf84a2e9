import type { TicketHistoryEntry, TicketNoteView } from '#contracts/ticket-notes.ts';
import { canSee, type Seen, type Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { nameOf, parameters } from './statement.ts';
import { tagsOf } from './ticket-view.ts';

/** More than anybody scrolls through. */
const most = 500;

/** A user as screens name them, removed ones too; null where there is none. */
export const person = (user: string) =>
  `case when ${user}.name is not null
     then json_strip_nulls(json_build_object('id', ${user}.id, 'name', ${user}.name, 'removed', case when ${user}.removed then true end)) end`;

const history = `
  select d.placed as position, d.action, d.at, d.actor, d.notes, d.reason, d.rating,
    ${person('u')} as user, ${person('o')} as to,
    case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
    ${tagsOf('d.tag_ids')} as tags
  from (select * from inbox.ticket_history where company_id = $1 and ticket_id = $2
        order by placed desc limit ${most}) d
  left join inbox.app_user u on u.id = d.user_id
  left join inbox.app_user o on o.id = d.to_user_id
  left join inbox.queue q on q.id = d.queue_id
  order by d.placed`;

/** What was done to a ticket, the oldest first, the last 500 of them. Does not ask who looks: check the ticket first. */
export const ticketHistory = (db: Queryable, ticketId: string): Promise<readonly TicketHistoryEntry[]> =>
  db.query<TicketHistoryEntry>('ticket_history', history, [db.companyId, ticketId]);

type NoteRow = TicketNoteView & {
  readonly status: Seen['status'];
  readonly queue_id: string | null;
  readonly user_id: string | null;
  readonly is_group: boolean;
  readonly connection_id: string;
  readonly in_menu: boolean;
};

const columns = `
  n.id, n.note, n.ticket_id as "ticketId", coalesce(k.merged_into, n.contact_id) as "contactId",
  ${person('u')} as user, n.created_at as "createdAt", t.status, t.queue_id, t.user_id, t.is_group, t.connection_id, t.in_menu`;

export type NoteFilter = {
  readonly ticketId?: string | undefined;
  /** Its tickets, and those of contacts that are shown under it. */
  readonly contactId?: string | undefined;
};

/** Notes at the tickets that this viewer may see, the newest first, at most 500. */
export const listNotes = async (
  db: Queryable,
  viewer: Viewer,
  { ticketId, contactId }: NoteFilter,
): Promise<readonly TicketNoteView[]> => {
  const { values, add } = parameters();
  const company = add(db.companyId);
  const where = [
    `n.company_id = ${company}`,
    `n.note <> ''`,
    ...(ticketId ? [`n.ticket_id = ${add(ticketId)}`] : []),
    ...(contactId ? [`n.contact_id = any(${onePerson(company, add(contactId))})`] : []),
  ];
  const text = `
    select ${columns} from inbox.ticket_note n join inbox.ticket t on t.id = n.ticket_id
    left join inbox.contact k on k.id = n.contact_id left join inbox.app_user u on u.id = n.user_id
    where ${where.join(' and ')} order by n.placed desc limit ${most}`;
  const rows = await db.query<NoteRow>(nameOf('notes', text), text, values);
  return rows.flatMap(({ status, queue_id, user_id, is_group, connection_id, in_menu, ...note }) => {
    const ticket = {
      status,
      queueId: queue_id,
      userId: user_id,
      isGroup: is_group,
      connectionId: connection_id,
      chatbot: in_menu,
    };
    return canSee(viewer, ticket) ? [note] : [];
  });
};

/** The ids of a contact and of those that are shown under it. */
export const onePerson = (company: string, contactId: string): string => `array(
  select c.id from inbox.contact c
  where c.company_id = ${company} and (c.id = ${contactId}::uuid or c.merged_into = ${contactId}::uuid))`;

/** The ticket that a note stands at or stood at before it was deleted; undefined when there never was such a note. */
export const ticketOfNote = async (db: Queryable, noteId: string): Promise<string | undefined> => {
  const text = `
    select ticket_id as id from inbox.ticket_history where company_id = $1 and id = $2 and action = 'noted'`;
  return (await db.query<{ id: string }>('ticket_of_note', text, [db.companyId, noteId]))[0]?.id;
};
