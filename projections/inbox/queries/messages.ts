import type { MessageView } from '#contracts/views.ts';
import type { Queryable } from '../../tenant.ts';
import { type MessageRecord, messageColumns, messageJoins, messageView } from './message-view.ts';
import {
  cursorOf,
  instantPattern,
  nameOf,
  numberPattern,
  type Parameters,
  parameters,
  readCursor,
} from './statement.ts';

export const messagePageSize = 40;

export type MessagePage = {
  /** Oldest first. */
  readonly messages: readonly MessageView[];
  readonly hasMore: boolean;
  /** Where older ones begin; null when there are none. */
  readonly nextCursor: string | null;
  /** Where newer ones begin; null when the page ends with the newest. */
  readonly newerCursor: string | null;
};
export type MessagePlace = {
  /** Older than this. */
  readonly cursor?: string | undefined;
  readonly pageNumber?: number | undefined;
  /** Newer than this; goes before the other two. */
  readonly after?: string | undefined;
};

/**
 * A page of a conversation, the newest one unless a place is given; ordered by WhatsApp's time, then by the log.
 * A cursor that is not ours is no place. Does not ask who looks: check the ticket first.
 */
export const listMessages = async (
  db: Queryable,
  ticketId: string,
  place: MessagePlace = {},
): Promise<MessagePage> => {
  const after = readCursor(place.after, cursorKinds);
  return after ? newerMessages(db, ticketId, after) : olderMessages(db, ticketId, place);
};

const cursorKinds = [instantPattern, numberPattern];

const olderMessages = async (db: Queryable, ticketId: string, place: MessagePlace): Promise<MessagePage> => {
  const { values, add } = parameters();
  const before = readCursor(place.cursor, cursorKinds);
  const page = before ? 1 : (place.pageNumber ?? 1);
  const offset = page > 1 ? `offset ${add((page - 1) * messagePageSize)}` : '';
  const text = pageText(
    [...inTicket(db, ticketId, add), ...(before ? [`${order} < ${placeOf(before, add)}`] : [])],
    `order by m.sent_at desc, m.placed desc limit ${messagePageSize + 1} ${offset}`,
  );
  const rows = await db.query<MessageRecord>(nameOf('messages', text), text, values);
  const hasMore = rows.length > messagePageSize;
  return pageOf(rows.slice(hasMore ? 1 : 0), {
    hasOlder: hasMore,
    hasNewer: before !== undefined || page > 1,
  });
};

const newerMessages = async (
  db: Queryable,
  ticketId: string,
  after: readonly string[],
): Promise<MessagePage> => {
  const { values, add } = parameters();
  const text = pageText(
    [...inTicket(db, ticketId, add), `${order} > ${placeOf(after, add)}`],
    `order by m.sent_at, m.placed limit ${messagePageSize + 1}`,
  );
  const rows = await db.query<MessageRecord>(nameOf('messages_newer', text), text, values);
  const hasNewer = rows.length > messagePageSize;
  const page = pageOf(rows.slice(0, messagePageSize), { hasOlder: true, hasNewer });
  return { ...page, nextCursor: page.nextCursor ?? cursorOf(...after) };
};

const half = messagePageSize / 2;
const around = `
  select ${messageColumns}
  from (select sent_at, placed from inbox.message where company_id = $1 and ticket_id = $2 and id = $3) wanted
  cross join lateral (
    (select * from inbox.message m
     where m.company_id = $1 and m.ticket_id = $2 and (m.sent_at, m.placed) <= (wanted.sent_at, wanted.placed)
     order by m.sent_at desc, m.placed desc limit ${half + 2})
    union all
    (select * from inbox.message m
     where m.company_id = $1 and m.ticket_id = $2 and (m.sent_at, m.placed) > (wanted.sent_at, wanted.placed)
     order by m.sent_at, m.placed limit ${half})
  ) m ${messageJoins}
  order by m.sent_at, m.placed`;

/**
 * The page that has a message about its middle, with what leads to older and to newer ones. Undefined when the
 * conversation has no such message. Does not ask who looks: check the ticket first.
 */
export const messagesAround = async (
  db: Queryable,
  ticketId: string,
  messageId: string,
): Promise<MessagePage | undefined> => {
  const rows = await db.query<MessageRecord>('messages_around', around, [db.companyId, ticketId, messageId]);
  const at = rows.findIndex(({ id }) => id === messageId);
  if (at === -1) return undefined;
  const hasOlder = at > half;
  const newer = rows.length - at - 1;
  const shown = rows.slice(hasOlder ? 1 : 0, newer < half ? rows.length : rows.length - 1);
  return pageOf(shown, { hasOlder, hasNewer: newer === half });
};

const order = '(m.sent_at, m.placed)';
const inTicket = (db: Queryable, ticketId: string, add: Parameters['add']): readonly string[] => [
  `m.ticket_id = ${add(ticketId)}`,
  `m.company_id = ${add(db.companyId)}`,
];
const placeOf = ([sentAt, placed]: readonly string[], add: Parameters['add']): string =>
  `(${add(sentAt)}::timestamptz, ${add(placed)}::bigint)`;

const pageText = (where: readonly string[], range: string): string => `
  select ${messageColumns}
  from (select * from inbox.message m where ${where.join(' and ')} ${range}) m ${messageJoins}
  order by m.sent_at, m.placed`;

/** Rows are oldest first. */
const pageOf = (
  rows: readonly MessageRecord[],
  { hasOlder, hasNewer }: { readonly hasOlder: boolean; readonly hasNewer: boolean },
): MessagePage => {
  const [oldest, newest] = [rows[0], rows.at(-1)];
  return {
    messages: rows.map(messageView),
    hasMore: hasOlder,
    nextCursor: hasOlder && oldest ? cursorOf(oldest.sent_at, oldest.placed) : null,
    newerCursor: hasNewer && newest ? cursorOf(newest.sent_at, newest.placed) : null,
  };
};

const byIds = `
  select ${messageColumns} from inbox.message m ${messageJoins} where m.company_id = $1 and m.id = any($2::uuid[])
  order by m.sent_at, m.placed`;

/** Messages by their ids, in the conversation's order. For whoever checks sight itself. */
export const messagesByIds = async (db: Queryable, ids: readonly string[]): Promise<readonly MessageView[]> =>
  (await db.query<MessageRecord>('messages_by_ids', byIds, [db.companyId, ids])).map(messageView);

const changedSince = `
  select ${messageColumns} from inbox.message m ${messageJoins}
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
