import { type CompanyEventSuffix, type CompanyFrames, companyEvent } from '#contracts/live.ts';
import type { UserNameView } from '#contracts/users.ts';
import type { MessageView, TicketView } from '#contracts/views.ts';
import { messagesByIds } from '#projections/inbox/queries/messages.ts';
import { messagesPlacedAfter } from '#projections/inbox/queries/new-messages.ts';
import { ticketsByIds } from '#projections/inbox/queries/tickets.ts';
import { userNames } from '#projections/inbox/queries/users.ts';
import type { Queryable } from '#projections/tenant.ts';
import type { MediaLinks } from '../media/media-links.ts';
import {
  type Audience,
  everybody,
  listenersTo,
  noticeReaders,
  thoseWhoLost,
  thoseWhoSee,
} from './audience.ts';
import { type Changes, changesOf, formerTickets, type TableChanges } from './changes.ts';
import { contactFrames } from './contact-frames.ts';
import type { ReadMarks } from './read-marks.ts';
import { recordFrames } from './record-frames.ts';
import { scheduleFrames } from './schedule-frames.ts';
import { settingFrames } from './setting-frames.ts';

export type Outgoing = { readonly event: string; readonly data: unknown; readonly audience: Audience };

const nothing: readonly never[] = [];

/** Reads what changed, once, and says who is to be sent what. */
export const framesOf = async (
  db: Queryable,
  changes: Changes,
  marks: ReadMarks,
  { signed }: MediaLinks,
): Promise<readonly Outgoing[]> => {
  const tickets = changesOf(changes, 'ticket');
  const messages = changesOf(changes, 'message').upserted;
  const users = changesOf(changes, 'app_user');
  const [ticketRows, messageRows, fresh, names, ...others] = await Promise.all([
    tickets.upserted.length > 0 ? ticketsByIds(db, tickets.upserted) : nothing,
    messages.length > 0 ? messagesByIds(db, messages) : nothing,
    messages.length > 0 ? messagesPlacedAfter(db, messages, changes.after) : new Set<string>(),
    users.upserted.length > 0 ? userNames(db).then(page => page.users) : nothing,
    contactFrames(db, changes),
    recordFrames(db, changes),
    settingFrames(db, changes),
    scheduleFrames(db, changes),
  ]);
  const known = new Map(ticketRows.map(ticket => [ticket.id, ticket]));
  const missing = [...new Set(messageRows.map(({ ticketId }) => ticketId))].filter(id => !known.has(id));
  if (missing.length > 0) for (const ticket of await ticketsByIds(db, missing)) known.set(ticket.id, ticket);

  const frame = framer(changes.companyId);
  const former = formerTickets(changes);
  return [
    ...ticketRows.flatMap(ticket => ticketFrames(frame, ticket, former, marks)),
    ...tickets.deleted.map(ticketId => {
      const was = former.get(ticketId);
      return frame('ticket', { action: 'delete', ticketId }, was ? thoseWhoSee(was) : everybody);
    }),
    ...messageRows.flatMap(message =>
      messageFrame(frame, signed(message), known.get(message.ticketId), fresh),
    ),
    ...others.flat(),
    ...userFrames(frame, users, names),
    ...noticeFrames(frame, changes),
    ...changesOf(changes, 'queue_menu').upserted.map(queueId =>
      frame('queueOptions', { action: 'update', queueId }, everybody),
    ),
  ];
};

export const framer =
  (companyId: string) =>
  <Suffix extends CompanyEventSuffix>(
    suffix: Suffix,
    data: CompanyFrames[Suffix],
    audience: Audience,
  ): Outgoing => ({ event: companyEvent(companyId, suffix), data, audience });
type Framer = ReturnType<typeof framer>;

const ticketFrames = (
  frame: Framer,
  ticket: TicketView,
  former: ReturnType<typeof formerTickets>,
  marks: ReadMarks,
): readonly Outgoing[] => {
  const data = marks.onlyRead(ticket)
    ? { action: 'updateUnread' as const, ticketId: ticket.id, ticket }
    : { action: 'update' as const, ticket };
  const update = frame('ticket', data, thoseWhoSee(ticket));
  const was = former.get(ticket.id);
  if (!was) return [update];
  const removal = { action: 'removeFromList' as const, ticketId: ticket.id };
  return [update, frame('ticket', removal, thoseWhoLost(was, ticket))];
};

const messageFrame = (
  frame: Framer,
  message: MessageView,
  ticket: TicketView | undefined,
  fresh: ReadonlySet<string>,
): readonly Outgoing[] => {
  if (!ticket) return [];
  const data = fresh.has(message.id)
    ? { action: 'create' as const, message, ticket, contact: ticket.contact }
    : { action: 'update' as const, message };
  return [frame('appMessage', data, listenersTo(ticket))];
};

const userFrames = (
  frame: Framer,
  users: TableChanges,
  names: readonly UserNameView[],
): readonly Outgoing[] => {
  const known = new Map(names.map(({ id, name }) => [id, { name }]));
  return [
    ...users.upserted.map(userId =>
      frame('user', { action: 'update', userId, ...known.get(userId) }, everybody),
    ),
    ...users.deleted.map(userId => frame('user', { action: 'delete', userId }, everybody)),
  ];
};

const noticeFrames = (frame: Framer, changes: Changes): readonly Outgoing[] => {
  const made = changesOf(changes, 'notice').upserted.length > 0;
  return [
    ...(made ? [frame('notice', { action: 'create' }, noticeReaders)] : []),
    ...changesOf(changes, 'notice_mark').upserted.map(userId =>
      frame('notice', { action: 'read' }, ({ viewer }) => viewer.userId === userId),
    ),
  ];
};
