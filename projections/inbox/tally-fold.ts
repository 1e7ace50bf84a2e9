import type { AnyEventType } from '#domain/catalogue.ts';
import { type EventOf, fold, type Handler, type Touched } from '../kit/projection.ts';
import type { Key, OwnRow, RowOf } from '../kit/table.ts';
import { messageTable } from './message-table.ts';
import { nobody, notChosenYet, tallyTable, ticketTable } from './ticket-tables.ts';

type TicketRow = RowOf<typeof ticketTable>;
type Tally = OwnRow<typeof tallyTable>;

/** Follows the ticket fold: whatever it changed is taken from one pigeonhole and put into another. */
const counted = <Type extends AnyEventType>(
  ticketIds: (event: EventOf<Type>, touched: Touched) => readonly (string | undefined)[],
): Handler<typeof tallyTable, Type> => ({
  keys: (event, touched) => {
    const holes = new Map<string, Key>();
    for (const { before, after } of changes(ticketIds(event, touched), touched)) {
      if (before && after && staysIn(before, after) && !unreadDiffers(before, after)) continue;
      for (const ticket of [before, after]) if (ticket) holes.set(holeOf(ticket).join(), holeOf(ticket));
    }
    return [...holes.values()];
  },
  evolve: (row, event, touched, key) => {
    let { tickets, unread } = row ?? { tickets: 0, unread: 0 };
    for (const { before, after } of changes(ticketIds(event, touched), touched)) {
      for (const [ticket, by] of [
        [before, -1],
        [after, 1],
      ] as const) {
        if (!ticket || holeOf(ticket).join() !== key.join()) continue;
        tickets += by;
        if (ticket.unread > 0) unread += by;
      }
    }
    return tickets === 0 ? null : emptyHole(key, tickets, unread);
  },
});

const changes = (ids: readonly (string | undefined)[], touched: Touched) =>
  [...new Set(ids)]
    .filter(id => id !== undefined)
    .map(id => ({ before: touched.before(ticketTable, id), after: touched.get(ticketTable, id) }))
    .filter(({ before, after }) => before !== after);

const unreadDiffers = (before: TicketRow, after: TicketRow) => before.unread > 0 !== after.unread > 0;

/** Most events leave a ticket where it was: that is seen before any key is made. */
const staysIn = (before: TicketRow, after: TicketRow): boolean =>
  before.status === after.status &&
  before.queueId === after.queueId &&
  before.userId === after.userId &&
  before.inMenu === after.inMenu &&
  before.isGroup === after.isGroup &&
  before.connectionId === after.connectionId;

const holeOf = (ticket: TicketRow): Key => [
  ticket.companyId,
  ticket.status,
  ticket.queueId ?? (ticket.inMenu ? notChosenYet : nobody),
  ticket.userId ?? nobody,
  ticket.isGroup ? 'group' : 'person',
  ticket.connectionId,
];

const emptyHole = (key: Key, tickets: number, unread: number): Tally => {
  const [company = '', status = '', queueId = '', userId = '', kind = '', connectionId = ''] = key;
  return {
    company,
    status: status as Tally['status'],
    queueId,
    userId,
    kind: kind as Tally['kind'],
    connectionId,
    tickets,
    unread,
  };
};

const own = (event: { readonly entityId: string }) => [event.entityId];
const ofTicket = (event: { readonly data: { readonly ticketId: string } }) => [event.data.ticketId];

export const tallyFold = fold(tallyTable, {
  TicketOpened: counted<'TicketOpened'>(own),
  TicketAccepted: counted<'TicketAccepted'>(own),
  TicketReturned: counted<'TicketReturned'>(own),
  TicketTransferred: counted<'TicketTransferred'>(own),
  TicketClosed: counted<'TicketClosed'>(own),
  TicketReopened: counted<'TicketReopened'>(own),
  TicketMenuStepped: counted<'TicketMenuStepped'>(own),
  TicketMenuLeft: counted<'TicketMenuLeft'>(own),
  TicketRead: counted<'TicketRead'>(own),
  TicketDeleted: counted<'TicketDeleted'>(own),
  MessageReceived: counted<'MessageReceived'>(ofTicket),
  MessageMoved: counted<'MessageMoved'>((event, touched) => [
    touched.before(messageTable, event.data.messageId)?.ticketId,
    event.data.ticketId,
  ]),
});
