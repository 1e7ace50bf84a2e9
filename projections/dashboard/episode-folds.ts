import type { AnyEventType } from '#domain/catalogue.ts';
import type { Actor } from '#domain/shared/event.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type EventOf, fold, type Handler, type Touched } from '../kit/projection.ts';
import type { OwnRow } from '../kit/table.ts';
import { type Attendance, isActive, isByHuman } from './attendance-fold.ts';
import { atOf, between, type Change, changeOf, type OfTicket, placeOf } from './change.ts';
import { businessBetween } from './hours-folds.ts';
import { type Closing, episodeTable, episodeTagTable, lastClosingTable } from './tables.ts';

const closerOf = ({ data, metadata: { actor } }: EventOf<'TicketClosed'>): string | null =>
  data.userId ?? (actor.kind === 'user' ? actor.id : null);

export const lastClosingFold = fold(lastClosingTable, {
  TicketClosed: {
    keys: (event, touched) => {
      const { before } = changeOf(event, touched);
      return before && isActive(before) ? [[before.contactId]] : [];
    },
    evolve: (_row, event, _touched, [id = '']) => ({ id, closedAt: atOf(event), closerId: closerOf(event) }),
  },
});

type Episode = OwnRow<typeof episodeTable>;

const openers: { readonly [Kind in Actor['kind']]?: Episode['openedBy'] } = {
  ...{ contact: 'contact', connection: 'contact', user: 'user' },
};
const begunEpisode = (event: Recorded, now: Attendance, touched: Touched): Episode => {
  const last = touched.get(lastClosingTable, now.contactId);
  return {
    ...{ id: event.id, ...placeOf(now), userId: now.userId, tagIds: now.tagIds, openedAt: atOf(event) },
    openedBy: openers[event.metadata.actor.kind] ?? 'machine',
    reopened: event.type === 'TicketReopened',
    sinceClosedMs: last ? between(last.closedAt, atOf(event)) : null,
    formerCloserId: last?.closerId ?? null,
    ...{ customerSince: null, firstResponseAt: null, responderId: null },
    ...{ responseMs: null, responseBusinessMs: null, resolutionMs: null, resolutionBusinessMs: null },
    ...{ closedAt: null, closing: null, closerId: null },
  };
};

const opening: Handler<typeof episodeTable, 'TicketOpened' | 'TicketReopened'> = {
  keys: (event, touched) => (changeOf(event, touched).after?.episodeId === event.id ? [[event.id]] : []),
  evolve: (_, event, touched) => {
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

const carried = during<AnyEventType>((row, _, { after }) => ({
  queueId: after?.queueId ?? null,
  userId: after?.userId ?? row.userId,
}));

const closed = (
  row: Episode,
  event: Recorded,
  touched: Touched,
  { closing, closerId }: { readonly closing: Closing; readonly closerId: string | null },
): Partial<Episode> => ({
  ...{ closedAt: atOf(event), closing, closerId },
  userId: row.userId ?? closerId,
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
  return { firstResponseAt: at, responseMs, responseBusinessMs, responderId: event.data.userId };
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
  /** Tags are those it was given, also after it was closed. */
  TicketTagged: {
    keys: (event, touched) => {
      const episodeId = changeOf(event, touched).after?.episodeId;
      return episodeId ? [[episodeId]] : [];
    },
    evolve: (row, { data }) => (row ? { ...row, tagIds: data.tagIds } : null),
  },
  ...{ MessageReceived: firsts, MessageQueued: firsts, MessageMoved: firsts },
});

/** Follows the episode: a reopened ticket brings its tags along. */
const tagsOf = <Type extends 'TicketReopened' | 'TicketTagged'>(): Handler<typeof episodeTagTable, Type> => ({
  keys: (event, touched) => {
    const { before, after } = changeOf(event as OfTicket, touched);
    const { episodeId, tagIds = [] } = after ?? {};
    const former = before?.episodeId === episodeId ? (before?.tagIds ?? []) : [];
    return episodeId ? [...new Set([...former, ...tagIds])].map(tagId => [episodeId, tagId]) : [];
  },
  evolve: (_, event, touched, [episodeId = '', tagId = '']) => {
    const { ticketId } = (event as OfTicket).data;
    const isTagged = changeOf(event as OfTicket, touched).after?.tagIds.includes(tagId);
    return isTagged ? { episodeId, tagId, ticketId } : null;
  },
});
export const episodeTagFold = fold(episodeTagTable, {
  ...{ TicketReopened: tagsOf(), TicketTagged: tagsOf() },
});
