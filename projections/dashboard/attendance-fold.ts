import type { TicketEvent } from '#domain/ticket/events.ts';
import { isLiving, menuStepOf, type Ticket, ticketEntity } from '#domain/ticket/ticket.ts';
import { type EventOf, fold, type Touched } from '../kit/projection.ts';
import { isoInstant, type OwnRow, type RowOf } from '../kit/table.ts';
import { attendanceTable, type ClosedFrom, strayTable } from './tables.ts';

export type Attendance = OwnRow<typeof attendanceTable>;
type Row = RowOf<typeof attendanceTable> | undefined;
type Moving = Exclude<TicketEvent['type'], 'TicketOpened' | 'TicketDeleted' | 'TicketTagged'>;

/** Whether an episode is going on. */
export const isActive = ({ episodeId, status }: Attendance): boolean =>
  episodeId !== null && (status === 'pending' || status === 'open');

export const isInMenu = ({ menu }: Attendance): boolean => menu !== null && typeof menu === 'object';

const opened = (event: EventOf<'TicketOpened'>): Attendance => {
  const { ticketId: id, contactId, connectionId, isGroup, status } = event.data;
  const counts = !isGroup && status !== 'closed';
  const row: Attendance = {
    ...{
      id,
      contactId,
      connectionId,
      isGroup,
      tagsSince: {},
      taggedAt: null,
      closedFrom: null,
      deletedAt: null,
    },
    ...placeOf(ticketEntity.evolve(ticketEntity.initial, event)),
    episodeId: counts ? event.id : null,
    ...{ stayId: null, handlingId: null, waitId: null, customerSince: null, responded: false },
  };
  return withFacts(row, row, event.id);
};

/** Where a ticket stands after an event of its life is the domain's knowledge, not ours. */
const moved = (row: Row, event: EventOf<Moving>): Attendance | null => {
  if (!row || row.status === 'deleted') return row ?? null;
  if (event.type === 'TicketReopened' && event.data.undoesClosing && row.closedFrom)
    return { ...row, ...row.closedFrom, closedFrom: null };
  const place = { ...row, ...placeOf(ticketEntity.evolve(asTicket(row), event)), closedFrom: null };
  if (event.type === 'TicketReopened' && !row.isGroup) {
    const next = { ...place, episodeId: event.id, waitId: null, customerSince: null, responded: false };
    return withFacts(row, next, event.id);
  }
  if (isActive(place)) return withFacts(row, place, event.id);
  const closedFrom = isActive(row) ? standingOf(row) : row.closedFrom;
  return withFacts(row, { ...place, waitId: null, closedFrom }, event.id);
};

const standingOf = ({
  status,
  queueId,
  userId,
  menu,
  connectionId,
  ...row
}: Attendance): ClosedFrom | null =>
  status === 'deleted'
    ? null
    : {
        ...{ status, queueId, userId, menu, connectionId },
        ...{ stayId: row.stayId, handlingId: row.handlingId, waitId: row.waitId },
      };

/** Its tags after an event that says which they are. */
const tagged = (row: NonNullable<Row>, { data, metadata }: EventOf<'TicketTagged'>): Attendance => {
  const taggedAt = latestOf(row.taggedAt ?? '', isoInstant(metadata.at));
  const tagsSince = Object.fromEntries(data.tagIds.map(id => [id, row.tagsSince[id] ?? taggedAt]));
  return { ...row, tagsSince, taggedAt };
};

const latestOf = (one: string, other: string): string => (one > other ? one : other);

/** What goes on keeps its name; what begins is named by the event. */
const withFacts = (before: Attendance, after: Attendance, eventId: string): Attendance => {
  const stays = isActive(after) && after.status === 'pending';
  const handles = isActive(after) && after.status === 'open';
  const sameQueue = before.queueId === after.queueId;
  const samePlace = isInMenu(before) === isInMenu(after) && (isInMenu(after) || sameQueue);
  const sameHands = before.userId === after.userId && sameQueue;
  return {
    ...after,
    stayId: stays ? ((samePlace ? before.stayId : null) ?? eventId) : null,
    handlingId: handles ? ((sameHands ? before.handlingId : null) ?? eventId) : null,
  };
};

const asTicket = ({ status, menu, userId, ...row }: NonNullable<Row>): Ticket => {
  const { contactId, connectionId, queueId, isGroup } = row;
  const place = { contactId, connectionId, queueId, isGroup, ...(menu ? { menu } : {}) };
  if (status === 'deleted') return { status };
  if (status === 'open' && userId !== null) return { ...place, status, userId };
  if (status === 'open' || status === 'pending') return { ...place, status: 'pending', userId: null };
  return { ...place, status, userId };
};

const placeOf = (ticket: Ticket) => {
  if (!isLiving(ticket)) throw new Error('a ticket that is not there has no place');
  const { status, queueId, userId, connectionId, menu = null } = ticket;
  return { status, queueId, userId, connectionId, menu: menuStepOf(ticket) ?? menu };
};

/** Who wrote a message that counts: what was read on a phone before we knew it and answers to questions do not. */
export const writerOf = ({ data }: EventOf<'MessageReceived'>): 'customer' | 'phone' | undefined => {
  if (data.history || data.answers) return undefined;
  return data.waKey.fromMe ? 'phone' : 'customer';
};

/** What a person wrote here; machines and tokens without a person are none. */
export const isByHuman = ({ data }: EventOf<'MessageQueued'>): boolean =>
  data.userId !== null && !data.automatic;

const customerWrote = (row: NonNullable<Row>, messageId: string, at: string): Attendance =>
  isActive(row) && row.waitId === null
    ? { ...row, waitId: messageId, customerSince: row.customerSince ?? at }
    : row;

const weWrote = (row: NonNullable<Row>): Attendance => {
  if (!isActive(row)) return row;
  const responded = row.responded || row.customerSince !== null;
  return row.waitId === null && responded === row.responded ? row : { ...row, waitId: null, responded };
};

/** A message of the customer that waits outside of any episode for its next ticket. */
export const strayFold = fold(strayTable, {
  MessageReceived: {
    keys: (event, touched) => {
      const row = touched.get(attendanceTable, event.data.ticketId);
      return row?.status === 'closed' && writerOf(event) === 'customer' ? [[event.data.messageId]] : [];
    },
    evolve: (_, { data, metadata }) => ({ id: data.messageId, at: isoInstant(metadata.at) }),
  },
  MessageMoved: { keys: event => [[event.data.messageId]], evolve: () => null },
});

const ofTicket = (event: { readonly data: { readonly ticketId: string } }) => [[event.data.ticketId]];
export const strayOf = (event: EventOf<'MessageMoved'>, touched: Touched): string | undefined =>
  touched.before(strayTable, event.data.messageId)?.at;

export const attendanceFold = fold(
  attendanceTable,
  {
    TicketOpened: { evolve: (_, event) => opened(event) },
    TicketAccepted: { evolve: moved },
    TicketReturned: { evolve: moved },
    TicketTransferred: { evolve: moved },
    TicketClosed: { evolve: moved },
    TicketReopened: { evolve: moved },
    TicketMenuStepped: { evolve: moved },
    TicketMenuLeft: { evolve: moved },
    TicketTagged: { evolve: (row, event) => (row ? tagged(row, event) : null) },
    TicketDeleted: {
      evolve: (row, { metadata }): Attendance | null => {
        if (!row) return null;
        const deleted = { ...row, status: 'deleted' as const, deletedAt: isoInstant(metadata.at) };
        return { ...deleted, closedFrom: null, stayId: null, handlingId: null, waitId: null };
      },
    },
    MessageReceived: {
      keys: ofTicket,
      evolve: (row, event) => {
        const writer = writerOf(event);
        if (!row || !writer) return row ?? null;
        const { data, metadata } = event;
        return writer === 'phone'
          ? weWrote(row)
          : customerWrote(row, data.messageId, isoInstant(metadata.at));
      },
    },
    MessageQueued: {
      keys: ofTicket,
      evolve: (row, event) => (row && isByHuman(event) ? weWrote(row) : (row ?? null)),
    },
    MessageMoved: {
      keys: ofTicket,
      evolve: (row, event, touched) => {
        const at = strayOf(event, touched);
        return row && at ? customerWrote(row, event.data.messageId, at) : (row ?? null);
      },
    },
  },
  'ticket',
);
