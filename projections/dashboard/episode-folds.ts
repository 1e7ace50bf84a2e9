import type { AnyEventType } from '#domain/catalogue.ts';
import type { Actor } from '#domain/shared/event.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type EventOf, fold, type Handler, type Touched } from '../kit/projection.ts';
import type { OwnRow } from '../kit/table.ts';
import { type Attendance, isActive, isByHuman } from './attendance-fold.ts';
import { atOf, between, type Change, changeOf, isUndoing, type OfTicket, placeOf } from './change.ts';
import { businessBetween } from './hours-folds.ts';
import { type Closing, episodeTable, lastClosingTable, ticketTagTable } from './tables.ts';

const closerOf = ({ data, metadata: { actor } }: EventOf<'TicketClosed'>): string | null =>
  data.userId ?? (actor.kind === 'user' ? actor.id : null);

/** The last one counts; one of those before it does when that is undone. */
const keptClosings = 8;

export const lastClosingFold = fold(lastClosingTable, {
  TicketClosed: {
    keys: (event, touched) => {
      const { before } = changeOf(event, touched);
      return before && isActive(before) ? [[before.contactId]] : [];
    },
    evolve: (row, event, _touched, [id = '']) => {
      const closing = { ticketId: event.data.ticketId, at: atOf(event), closerId: closerOf(event) };
      return { id, closings: [...(row?.closings ?? []), closing].slice(-keptClosings) };
    },
  },
  TicketReopened: {
    keys: (event, touched) => {
      const change = changeOf(event, touched);
      return change.after && isUndoing(change) ? [[change.after.contactId]] : [];
    },
    evolve: (row, { data: { ticketId } }) => {
      const undone = row?.closings.findLast(closing => closing.ticketId === ticketId);
      return row ? { ...row, closings: row.closings.filter(closing => closing !== undone) } : null;
    },
  },
});

type Episode = OwnRow<typeof episodeTable>;

const openers: { readonly [Kind in Actor['kind']]?: Episode['openedBy'] } = {
  ...{ contact: 'contact', connection: 'contact', user: 'user' },
};
const begunEpisode = (event: Recorded, now: Attendance, touched: Touched): Episode => {
  const last = touched.get(lastClosingTable, now.contactId)?.closings.at(-1);
  return {
    ...{ id: event.id, ...placeOf(now), ...firstsOf({}, now, atOf(event)), openedAt: atOf(event) },
    openedBy: openers[event.metadata.actor.kind] ?? 'machine',
    reopened: event.type === 'TicketReopened',
    sinceClosedMs: last ? between(last.at, atOf(event)) : null,
    formerCloserId: last?.closerId ?? null,
    ...{ customerSince: null, firstResponseAt: null, responderId: null, responseQueueId: null },
    ...{ responseMs: null, responseBusinessMs: null, ...unclosed },
  };
};

type Firsts = Pick<Episode, 'firstQueueId' | 'firstQueueAt' | 'firstUserId' | 'firstUserAt'>;
const firstsOf = (known: Partial<Firsts>, { queueId, userId }: Attendance, at: string): Firsts => ({
  firstQueueId: known.firstQueueId ?? queueId,
  firstQueueAt: known.firstQueueAt ?? (queueId === null ? null : at),
  firstUserId: known.firstUserId ?? userId,
  firstUserAt: known.firstUserAt ?? (userId === null ? null : at),
});

const unclosed = {
  ...{ closedAt: null, closing: null, closerId: null, resolutionMs: null, resolutionBusinessMs: null },
};

const opening: Handler<typeof episodeTable, 'TicketOpened' | 'TicketReopened'> = {
  keys: (event, touched) => {
    const change = changeOf(event, touched);
    const episodeId = change.after?.episodeId;
    return episodeId && (episodeId === event.id || isUndoing(change)) ? [[episodeId]] : [];
  },
  evolve: (row, event, touched) => {
    if (row) return { ...row, ...unclosed };
    const { after } = changeOf(event, touched);
    return after ? begunEpisode(event, after, touched) : null;
  },
};

/** Changes the episode that an event falls into; one that is over changes no more. */
const during = <Type extends AnyEventType>(
  change: (row: Episode, event: EventOf<Type>, change: Change, touched: Touched) => Partial<Episode>,
): Handler<typeof episodeTable, Type> => ({
  keys: (event, touched) => {
    const { before } = changeOf(event as OfTicket, touched);
    return before?.episodeId && isActive(before) ? [[before.episodeId]] : [];
  },
  evolve: (row, event, touched) =>
    row ? { ...row, ...change(row, event, changeOf(event as OfTicket, touched), touched) } : null,
});

const carried = during<AnyEventType>((row, event, { after }) =>
  after ? { queueId: after.queueId, ...firstsOf(row, after, atOf(event as Recorded)) } : {},
);

const closed = (
  row: Episode,
  event: Recorded,
  touched: Touched,
  { closing, closerId }: { readonly closing: Closing; readonly closerId: string | null },
): Partial<Episode> => ({
  ...{ closedAt: atOf(event), closing, closerId },
  resolutionMs: between(row.openedAt, atOf(event)),
  resolutionBusinessMs: businessBetween(touched, event, row, [row.openedAt, atOf(event)]),
});

/** Only what it changes is touched: the customer's first message, and the first answer to it. */
const first = during<AnyEventType>((row, event, { before, after }, touched) => {
  if (after?.customerSince !== before?.customerSince) return { customerSince: after?.customerSince ?? null };
  if (event.type !== 'MessageQueued' || !isByHuman(event)) return {};
  const at = atOf(event);
  const since = row.customerSince ?? at;
  const responseBusinessMs = businessBetween(touched, event, row, [since, at]);
  const responseMs = between(since, at);
  return {
    ...{ firstResponseAt: at, responseMs, responseBusinessMs },
    ...{ responderId: event.data.userId, responseQueueId: row.queueId },
  };
});
const firsts: typeof first = {
  ...first,
  keys: (event, touched) => {
    const { before, after } = changeOf(event as OfTicket, touched);
    const isFirst = before?.customerSince !== after?.customerSince || before?.responded !== after?.responded;
    return isFirst ? (first.keys?.(event, touched) ?? []) : [];
  },
};

export const episodeFold = fold(episodeTable, {
  ...{ TicketOpened: opening, TicketReopened: opening },
  ...{ TicketAccepted: carried, TicketReturned: carried, TicketTransferred: carried },
  ...{ TicketMenuStepped: carried, TicketMenuLeft: carried },
  TicketClosed: during<'TicketClosed'>((row, event, _change, touched) => {
    const closerId = closerOf(event);
    const closing = event.data.reason ? 'timeout' : closerId === null ? 'bot' : 'human';
    return closed(row, event, touched, { closing, closerId: closing === 'human' ? closerId : null });
  }),
  TicketDeleted: during<'TicketDeleted'>((row, event, _change, touched) =>
    closed(row, event, touched, { closing: 'deleted', closerId: null }),
  ),
  ...{ MessageReceived: firsts, MessageQueued: firsts, MessageMoved: firsts },
});

/** What was given begins, and what was taken ends. */
export const ticketTagFold = fold(ticketTagTable, {
  TicketTagged: {
    keys: (event, touched) => {
      const { before, after } = changeOf(event, touched);
      const { ticketId } = event.data;
      const [had, has] = [before?.tagsSince ?? {}, after?.tagsSince ?? {}];
      return [...new Set([...Object.entries(had), ...Object.entries(has)].map(([id, at]) => `${id} ${at}`))]
        .map(each => each.split(' '))
        .filter(([id = '', at]) => (had[id] === at) !== (has[id] === at))
        .map(each => [ticketId, ...each]);
    },
    evolve: (row, event, touched, [ticketId = '', tagId = '', givenAt = '']) => {
      const { after } = changeOf(event, touched);
      const takenAt = after?.tagsSince[tagId] === givenAt ? null : (after?.taggedAt ?? atOf(event));
      return { ...row, ticketId, tagId, givenAt, takenAt };
    },
  },
});
