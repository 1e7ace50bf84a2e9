import fc from 'fast-check';
import type { z } from 'zod';
import type { TicketsAnswer } from '#contracts/http.ts';
import type { Frame, ticketFrame } from '#contracts/live.ts';
import type { TicketView } from '#contracts/views.ts';
import { canSee, type Viewer } from '#domain/ticket/visibility.ts';
import { belongsTo, type TicketFilter } from '../../api/ticket-filter.ts';
import { byRecency } from '../ticket-lists.ts';

const uuid = (n: number): string => `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const me = uuid(1);
const [colleague, connection] = [uuid(2), uuid(3)];
export const queues = { sales: uuid(10), support: uuid(11), finance: uuid(12) };
/** Sees sales and support, but not finance. */
const viewer: Viewer = { userId: me, profile: 'user', queueIds: [queues.sales, queues.support] };
const pageSize = 3;

export type Action = {
  readonly n: number;
  readonly what: 'message' | 'read' | 'accept' | 'lose' | 'return' | 'close' | 'move' | 'delete';
  readonly queue: string | null;
};

export const anyAction: fc.Arbitrary<Action> = fc.record({
  n: fc.nat(11),
  what: fc.constantFrom<Action['what'][]>(
    ...(['message', 'message', 'message', 'read', 'accept', 'lose', 'return', 'close', 'move'] as const),
    'delete',
  ),
  queue: fc.constantFrom(queues.sales, queues.support, queues.finance, null),
});

/** A company's server in small: does actions, lists tickets page by page, and tells one user's screen in frames. */
export const company = () => {
  const tickets = new Map<number, TicketView>();
  const frames: Frame[] = [];
  let position = 100;

  const tell = (data: z.output<typeof ticketFrame>): void => {
    frames.push({ event: `company-${uuid(4)}-ticket`, data, position });
  };
  const run = ({ n, what, queue }: Action): void => {
    const was = tickets.get(n);
    if (what === 'delete' && (!was || was.isGroup)) return;
    position += 1;
    if (what === 'delete') {
      tickets.delete(n);
      if (was && canSee(viewer, was)) tell({ action: 'delete', ticketId: was.id });
      return;
    }
    const now = next(was ?? opened(n, queue, position), what, queue, position);
    tickets.set(n, now);
    if (canSee(viewer, now)) tell({ action: 'update', ticket: now });
    else if (was && canSee(viewer, was)) tell({ action: 'removeFromList', ticketId: now.id });
  };
  const listed = (filter: TicketFilter): TicketView[] =>
    [...tickets.values()].filter(ticket => belongsTo(filter, ticket, viewer) === true).sort(byRecency);
  const page = (filter: TicketFilter, cursor: string | null): TicketsAnswer => {
    const all = listed(filter);
    const [activeAt = '', id = ''] = cursor?.split(' ') ?? [];
    const rest = cursor === null ? all : all.filter(ticket => byRecency({ activeAt, id }, ticket) < 0);
    const found = rest.slice(0, pageSize);
    const last = found.at(-1);
    const hasMore = rest.length > pageSize;
    const nextCursor = hasMore && last ? `${last.activeAt} ${last.id}` : null;
    return { tickets: found, hasMore, count: all.length, nextCursor, position };
  };
  return { run, listed, page, frames };
};
export type Company = ReturnType<typeof company>;

/** Several actions fall into the same minute, so that ids decide the order too. */
const instant = (position: number): string => new Date(Math.floor(position / 3) * 60_000).toISOString();

const next = (
  ticket: TicketView,
  what: Action['what'],
  queueId: string | null,
  position: number,
): TicketView => {
  const changed = { ...ticket, position, revision: ticket.revision + 1, updatedAt: instant(position) };
  if (what === 'read') return { ...ticket, position, unreadMessages: 0 };
  if (what === 'message')
    return { ...changed, activeAt: changed.updatedAt, unreadMessages: ticket.unreadMessages + 1 };
  if (ticket.isGroup) return { ...changed, status: what === 'close' ? 'closed' : 'groups' };
  if (what === 'close') return { ...changed, status: 'closed' };
  if (what === 'move') return { ...changed, queueId, status: 'pending', userId: null };
  if (what === 'return') return { ...changed, status: 'pending', userId: null };
  return { ...changed, status: 'open', userId: what === 'accept' ? me : colleague };
};

const opened = (n: number, queueId: string | null, position: number): TicketView => {
  const isGroup = n % 5 === 4;
  const contact = {
    id: uuid(200 + n),
    name: `Contact ${n}`,
    number: `55119${n}`,
    profilePicUrl: null,
    isGroup,
  };
  return {
    id: uuid(100 + n),
    uuid: uuid(100 + n),
    number: n,
    status: isGroup ? 'groups' : 'pending',
    channel: 'whatsapp',
    queueId: isGroup ? null : queueId,
    queue: null,
    contactId: contact.id,
    contact,
    userId: null,
    user: null,
    whatsappId: connection,
    whatsapp: null,
    isGroup,
    chatbot: false,
    menu: null,
    limited: false,
    tags: [],
    lastMessage: '',
    lastMessageType: null,
    lastMessageFromMe: false,
    lastMessageAt: null,
    unreadMessages: 0,
    createdAt: instant(position),
    updatedAt: instant(position),
    activeAt: instant(position),
    revision: 1,
    position,
  };
};
