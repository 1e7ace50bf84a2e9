import type { MessageChangeView, MessageState, MessageView } from '#contracts/views.ts';
import type { Media, MediaHint, MediaType } from '#domain/message/events.ts';
import type { FileState } from '#domain/message/message.ts';
import type { Queryable } from '../../tenant.ts';
import type { Reaction } from '../message-table.ts';
import { mediaViewOf } from './media-view.ts';
import { cursorOf, instantPattern, nameOf, numberPattern, parameters, readCursor } from './statement.ts';

export const messagePageSize = 40;

type MessageRecord = {
  readonly id: string;
  readonly ticket_id: string;
  readonly contact_id: string;
  readonly body: string;
  readonly from_me: boolean;
  readonly state: MessageState;
  readonly failure: string | null;
  readonly media_type: MediaType;
  readonly file: FileState;
  readonly file_failure: string | null;
  readonly media: Media | MediaHint | null;
  readonly company_id: string;
  readonly is_deleted: boolean;
  readonly is_edited: boolean;
  readonly erased: boolean;
  readonly reactions: readonly Reaction[];
  readonly changes: readonly MessageChangeView[];
  readonly sender_name: string | null;
  readonly user_name: string | null;
  readonly sent_at: string;
  readonly placed: number;
  readonly position: number;
  readonly read_position: number;
  readonly quoted_id: string | null;
  readonly quoted_body: string;
  readonly quoted_from_me: boolean;
  readonly quoted_media_type: MediaType;
  readonly quoted_sender: string | null;
  readonly quoted_erased: boolean;
};

const columns = `
  m.id, m.ticket_id, m.contact_id, m.body, m.from_me, m.state, m.failure, m.media_type, m.is_deleted, m.is_edited, m.erased,
  m.file, m.file_failure, m.media, m.company_id,
  m.reactions, m.changes, m.sender_name, u.name as user_name, m.sent_at, m.placed, m.position, t.read_position,
  o.id as quoted_id, o.body as quoted_body, o.from_me as quoted_from_me, o.media_type as quoted_media_type,
  coalesce(ou.name, o.sender_name) as quoted_sender, o.erased as quoted_erased`;
/** Only with its ticket is a message there: those of a deleted ticket are not. */
const joins = `
  join inbox.ticket t on t.id = m.ticket_id
  left join inbox.app_user u on u.id = m.user_id
  left join inbox.message o on o.id = m.quoted_message_id
  left join inbox.app_user ou on ou.id = o.user_id`;

export type MessagePage = {
  /** Oldest first. */
  readonly messages: readonly MessageView[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly newerCursor: string | null;
};
export type MessagePlace = { readonly cursor?: string | undefined; readonly pageNumber?: number | undefined };

/**
 * A page of a conversation, the newest one unless a place is given; ordered by WhatsApp's time, then by the log.
 * Does not ask who looks: check the ticket first.
 */
export const listMessages = async (
  db: Queryable,
  ticketId: string,
  place: MessagePlace = {},
): Promise<MessagePage> => {
  const { values, add } = parameters();
  const where = [`m.ticket_id = ${add(ticketId)}`, `m.company_id = ${add(db.companyId)}`];
  const before = readCursor(place.cursor, [instantPattern, numberPattern]);
  if (before)
    where.push(`(m.sent_at, m.placed) < (${add(before[0])}::timestamptz, ${add(before[1])}::bigint)`);
  const page = before ? 1 : (place.pageNumber ?? 1);
  const offset = page > 1 ? `offset ${add((page - 1) * messagePageSize)}` : '';
  const text = `
    select ${columns}
    from (select * from inbox.message m where ${where.join(' and ')}
          order by m.sent_at desc, m.placed desc limit ${messagePageSize + 1} ${offset}) m ${joins}
    order by m.sent_at desc, m.placed desc`;
  const rows = await db.query<MessageRecord>(nameOf('messages', text), text, values);
  const hasMore = rows.length > messagePageSize;
  const shown = rows.slice(0, messagePageSize);
  const oldest = shown.at(-1);
  return {
    messages: shown.map(messageView).reverse(),
    hasMore,
    nextCursor: hasMore && oldest ? cursorOf(oldest.sent_at, oldest.placed) : null,
    newerCursor: null,
  };
};

const byIds = `
  select ${columns} from inbox.message m ${joins} where m.company_id = $1 and m.id = any($2::uuid[])
  order by m.sent_at, m.placed`;

/** Messages by their ids, in the conversation's order. For whoever checks sight itself. */
export const messagesByIds = async (db: Queryable, ids: readonly string[]): Promise<readonly MessageView[]> =>
  (await db.query<MessageRecord>('messages_by_ids', byIds, [db.companyId, ids])).map(messageView);

const changedSince = `
  select ${columns} from inbox.message m ${joins}
  where m.company_id = $1 and m.ticket_id = $2 and m.position > $3 order by m.position limit $4`;

/** What a screen that knows a conversation up to `position` has missed, oldest change first. */
export const messagesChangedSince = async (
  db: Queryable,
  ticketId: string,
  position: number,
  limit: number,
): Promise<{ readonly messages: readonly MessageView[]; readonly more: boolean }> => {
  const values = [db.companyId, ticketId, position, limit + 1];
  const rows = await db.query<MessageRecord>('messages_changed', changedSince, values);
  return { messages: rows.slice(0, limit).map(messageView), more: rows.length > limit };
};

const acks: Readonly<Record<MessageState, number>> = {
  received: 0,
  queued: 0,
  unknown: 0,
  failed: 0,
  sent: 1,
  delivered: 2,
  read: 3,
  played: 4,
};
const isRead = (state: MessageState): boolean => state === 'read' || state === 'played';

const messageView = (row: MessageRecord): MessageView => ({
  id: row.id,
  ticketId: row.ticket_id,
  contactId: row.contact_id,
  body: row.body,
  fromMe: row.from_me,
  ack: acks[row.state],
  state: row.state,
  failure: row.failure,
  mediaType: row.media_type,
  ...mediaViewOf(row),
  quotedMsg:
    row.quoted_id === null
      ? null
      : {
          id: row.quoted_id,
          body: row.quoted_body,
          fromMe: row.quoted_from_me,
          mediaType: row.quoted_media_type,
          senderName: row.quoted_sender,
          erased: row.quoted_erased,
        },
  isDeleted: row.is_deleted,
  isEdited: row.is_edited,
  erased: row.erased,
  reactions: row.reactions.map(({ emoji, fromMe }) => ({ emoji, fromMe })),
  changes: [...row.changes],
  read: row.from_me ? isRead(row.state) : row.placed <= row.read_position,
  senderName: row.user_name ?? row.sender_name,
  createdAt: row.sent_at,
  position: row.position,
});
