import type { AnyEventType } from '#domain/catalogue.ts';
import type { Recorded } from '#eventstore/types.ts';
import { fold, type Handler, type Touched } from '../kit/projection.ts';
import type { OwnRow, RowOf, Table } from '../kit/table.ts';
import { type Attendance, isInMenu, strayOf } from './attendance-fold.ts';
import { atOf, between, type Change, changeOf, type OfTicket, placeOf } from './change.ts';
import { businessBetween } from './hours-folds.ts';
import { type HandlingEnd, handlingTable, type StayEnd, stayTable, waitTable } from './tables.ts';

type Span<T extends Table> = {
  readonly name: 'stayId' | 'handlingId' | 'waitId';
  readonly begun: (now: Attendance, event: Recorded, touched: Touched) => OwnRow<T> | null;
  readonly ended: (row: RowOf<T>, event: Recorded, change: Change, touched: Touched) => OwnRow<T>;
  /** It goes on: what had ended it was undone. */
  readonly resumed: (row: RowOf<T>) => OwnRow<T>;
};
const unmeasured = { ms: null, businessMs: null };

const span = <T extends Table, Type extends AnyEventType>({
  name,
  begun,
  ended,
  resumed,
}: Span<T>): Handler<T, Type> => ({
  keys: (event, touched) => {
    const { before, after } = changeOf(event as OfTicket, touched);
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null];
    return was === is ? [] : [was, is].flatMap(id => (id === null ? [] : [[id]]));
  },
  evolve: (row, event, touched, [id]) => {
    const change = changeOf(event as OfTicket, touched);
    if (change.after && change.after[name] === id)
      return row ? resumed(row) : begun(change.after, event, touched);
    return row ? ended(row, event, change, touched) : null;
  },
});

const stayEnds: { readonly [Type in AnyEventType]?: StayEnd } = {
  ...{ TicketAccepted: 'accepted', TicketTransferred: 'transferred', TicketClosed: 'closed' },
  ...{ TicketMenuStepped: 'menu', TicketMenuLeft: 'menu', TicketDeleted: 'deleted' },
};
const stay = span<typeof stayTable, AnyEventType>({
  name: 'stayId',
  begun: (now, event) => ({
    ...{ id: now.stayId ?? '', episodeId: now.episodeId ?? '', ...placeOf(now), inMenu: isInMenu(now) },
    ...{ enteredAt: atOf(event), leftAt: null, ended: null, userId: null, ...unmeasured },
  }),
  resumed: row => ({ ...row, leftAt: null, ended: null, userId: null, ...unmeasured }),
  ended: (row, event, { after }, touched) => ({
    ...row,
    leftAt: atOf(event),
    ended: stayEnds[event.type] ?? 'transferred',
    userId: after?.status === 'open' ? after.userId : null,
    ms: between(row.enteredAt, atOf(event)),
    businessMs: businessBetween(touched, event, row, [row.enteredAt, atOf(event)]),
  }),
});
export const stayFold = fold(stayTable, {
  ...{ TicketOpened: stay, TicketAccepted: stay, TicketReturned: stay, TicketTransferred: stay },
  ...{ TicketClosed: stay, TicketReopened: stay, TicketMenuStepped: stay, TicketMenuLeft: stay },
  TicketDeleted: stay,
});

const handlingEnds: { readonly [Type in AnyEventType]?: HandlingEnd } = {
  ...{ TicketReturned: 'returned', TicketClosed: 'closed', TicketDeleted: 'deleted' },
};
const handling = span<typeof handlingTable, AnyEventType>({
  name: 'handlingId',
  begun: (now, event) => ({
    ...{ id: now.handlingId ?? '', episodeId: now.episodeId ?? '', ...placeOf(now) },
    ...{ userId: now.userId ?? '', startedAt: atOf(event), endedAt: null, ended: null, ...unmeasured },
  }),
  resumed: row => ({ ...row, endedAt: null, ended: null, ...unmeasured }),
  ended: (row, event, _change, touched) => ({
    ...row,
    endedAt: atOf(event),
    ended: handlingEnds[event.type] ?? 'transferred',
    ms: between(row.startedAt, atOf(event)),
    businessMs: businessBetween(touched, event, row, [row.startedAt, atOf(event)]),
  }),
});
export const handlingFold = fold(handlingTable, {
  ...{ TicketOpened: handling, TicketAccepted: handling, TicketReturned: handling },
  ...{ TicketTransferred: handling, TicketClosed: handling, TicketReopened: handling },
  TicketDeleted: handling,
});

const wait = span<typeof waitTable, AnyEventType>({
  name: 'waitId',
  begun: (now, event, touched) => ({
    ...{ id: now.waitId ?? '', episodeId: now.episodeId ?? '', ...placeOf(now) },
    since: (event.type === 'MessageMoved' ? strayOf(event, touched) : undefined) ?? atOf(event),
    ...{ until: null, ended: null, userId: null, ...unmeasured },
  }),
  resumed: row => ({ ...row, until: null, ended: null, userId: null, ...unmeasured }),
  ended: (row, event, { before }, touched) => {
    const queueId = before ? before.queueId : row.queueId;
    const businessMs = businessBetween(touched, event, { queueId }, [row.since, atOf(event)]);
    const ms = between(row.since, atOf(event));
    return { ...row, queueId, until: atOf(event), ...waitEnd(event), ms, businessMs };
  },
});
const waitEnd = (event: Recorded): Pick<OwnRow<typeof waitTable>, 'ended' | 'userId'> => {
  if (event.type === 'MessageQueued') return { ended: 'answered', userId: event.data.userId };
  const ended =
    event.type === 'TicketDeleted' ? 'deleted' : event.type === 'TicketClosed' ? 'closed' : 'phone';
  return { ended, userId: null };
};
export const waitFold = fold(waitTable, {
  ...{
    MessageReceived: wait,
    MessageQueued: wait,
    MessageMoved: wait,
    TicketClosed: wait,
    TicketReopened: wait,
    TicketDeleted: wait,
  },
});
