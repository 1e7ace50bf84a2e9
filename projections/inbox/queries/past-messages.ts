import type { MessageView } from '#contracts/views.ts';
import { messagesThatCame } from '../../audit/queries/past.ts';
import type { Queryable } from '../../tenant.ts';
import { messageView } from './message-view.ts';
import type { PastMessage } from './past-ticket.ts';
import { cursorOf, instantPattern, nameOf, numberPattern, parameters, readCursor } from './statement.ts';

/** What became of a message since. */
export type MessageNow = {
  readonly id: string;
  readonly body: string;
  readonly isDeleted: boolean;
  /** Its ticket was deleted, and it with it. */
  readonly isGone: boolean;
  readonly erased: boolean;
  readonly quotedId: string | null;
};

type Page = { readonly messages: readonly MessageNow[]; readonly next: string | null };

/**
 * A page of the messages that had come to a ticket by an instant (ISO), the newest one unless a cursor is given, oldest
 * first: in the conversation's order, which no later event changes.
 */
export const pageOfMessages = async (
  db: Queryable,
  { ticketId, at }: { readonly ticketId: string; readonly at: string },
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<Page> => {
  const { values, add } = parameters();
  const where = [`m.company_id = ${add(db.companyId)}`, `m.id in (${messagesThatCame(ticketId, at, add)})`];
  const end = readCursor(before, [instantPattern, numberPattern]);
  if (end) where.push(`(m.sent_at, m.placed) < (${add(end[0])}::timestamptz, ${add(end[1])}::bigint)`);
  const text = `${columns}, m.sent_at, m.placed ${from}
    where ${where.join(' and ')} order by m.sent_at desc, m.placed desc limit ${add(limit + 1)}`;
  const rows = await db.query<MessageNow & { sent_at: string; placed: number }>(
    nameOf('past_messages', text),
    text,
    values,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    messages: page.map(({ sent_at: _, placed: __, ...now }) => now).toReversed(),
    next: rows.length > limit && last ? cursorOf(last.sent_at, last.placed) : null,
  };
};

/** What became of these messages, in no order. */
export const messagesNow = async (db: Queryable, ids: readonly string[]): Promise<readonly MessageNow[]> =>
  ids.length === 0
    ? []
    : db.query<MessageNow>(
        'messages_now',
        `${columns} ${from} where m.company_id = $1 and m.id = any($2::uuid[])`,
        [db.companyId, ids],
      );

const columns = `select m.id, m.body, m.is_deleted as "isDeleted", t.id is null as "isGone", m.erased,
      m.quoted_message_id as "quotedId"`;
const from = 'from inbox.message m left join inbox.ticket t on t.id = m.ticket_id';

type Around = {
  readonly quoted: PastMessage | undefined;
  readonly readPosition: number;
  readonly nameOfUser: (id: string) => string | null;
};

/** A message as it was, as screens know one. */
export const pastMessageView = (row: PastMessage, around: Around): MessageView => {
  const { quoted, readPosition, nameOfUser } = around;
  const nameOf = (id: string | null | undefined) => (id ? nameOfUser(id) : null);
  return messageView({
    ...{
      id: row.id,
      ticket_id: row.ticketId,
      contact_id: row.contactId,
      body: row.body,
      parts: row.parts,
      from_me: row.fromMe,
    },
    ...{ state: row.state, failure: row.failure, media_type: row.mediaType, file: row.file },
    ...{ file_failure: row.fileFailure, media: row.media, company_id: row.companyId },
    ...{
      is_deleted: row.isDeleted,
      is_edited: row.isEdited,
      edit_unread: row.editUnread,
      erased: row.erased,
    },
    ...{ mention_names: null, quoted_names: null },
    ...{ reactions: row.reactions, changes: row.changes, sender_name: row.senderName },
    ...{ user_name: nameOf(row.userId), automatic: row.automatic, sent_at: row.sentAt },
    ...{ placed: row.placed, position: row.position, read_position: readPosition },
    ...{ quoted_id: quoted?.id ?? null, quoted_body: quoted?.body ?? '' },
    ...{ quoted_from_me: quoted?.fromMe ?? false, quoted_media_type: quoted?.mediaType ?? 'text' },
    quoted_sender: nameOf(quoted?.userId) ?? quoted?.senderName ?? null,
    quoted_erased: quoted?.erased ?? false,
    shown_contact: null,
  });
};
