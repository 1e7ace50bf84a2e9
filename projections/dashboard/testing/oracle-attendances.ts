import type { Recorded } from '#eventstore/types.ts';
import { closerOf, type OracleTicket, ticketsIn } from './oracle-tickets.ts';

type Span = {
  readonly from: string;
  until: string | null;
  ended: string | null;
  /** Of a stay and a handling the one that it was in, of a wait the one in which it ended. */
  queue: string | null;
  user: string | null;
  readonly menu: boolean;
};
type Since = { readonly id: string; readonly at: string };
/** One ticket from opening to closing, with all that was in it, each with whose it was in its own moment. */
export type Attended = {
  readonly order: number;
  readonly of: OracleTicket;
  readonly ticket: string;
  readonly contact: string;
  readonly connection: string;
  readonly from: string;
  readonly reopened: boolean;
  readonly byContact: boolean;
  /** The first queue and the first attendant that it had, and since when; undefined while there was none. */
  firstQueue: Since | undefined;
  firstUser: Since | undefined;
  until: string | null;
  closing: string | null;
  closer: string | null;
  closedQueue: string | null;
  closedOrder: number;
  customerSince: string | null;
  firstResponse: { at: string; user: string | null; queue: string | null } | null;
  readonly stays: Span[];
  readonly handlings: Span[];
  readonly waits: Span[];
};

/** Reads the events of each ticket, one after the other, and writes down what was. */
export const attendancesIn = (events: readonly Recorded[]): readonly Attended[] =>
  ticketsIn(events)
    .flatMap(ticket => attendancesOf(ticket, events))
    .toSorted((one, other) => one.order - other.order);

const attendancesOf = (of: OracleTicket, events: readonly Recorded[]): readonly Attended[] => {
  if (of.isGroup) return [];
  const all: Attended[] = [];
  let connection = '';
  let now: Attended | undefined;
  for (const { order, at, event, place } of of.events) {
    if (event.type === 'TicketOpened' || event.type === 'TicketReopened') {
      ({ connectionId: connection } = event.data);
      now = place.over ? undefined : begun({ of, order, at, event, connection });
      if (now) all.push(now);
    }
    if (!now) continue;
    if (event.type === 'TicketClosed' || event.type === 'TicketDeleted') {
      finish(now, { order, at, event, queue: place.queue });
      now = undefined;
      continue;
    }
    stand(now, place, at, ways[event.type] ?? 'transferred');
    write(now, place.queue, { at, event }, events);
  }
  return all;
};

const ways: { readonly [type: string]: string } = {
  ...{ TicketAccepted: 'accepted', TicketReturned: 'returned' },
  ...{ TicketMenuStepped: 'menu', TicketMenuLeft: 'menu' },
};

type Place = OracleTicket['events'][number]['place'];
type Begun = Pick<Attended, 'of' | 'order' | 'connection'> & {
  readonly at: string;
  readonly event: Recorded;
};

const begun = ({ of, order, at, event, connection }: Begun): Attended => {
  const { kind } = event.metadata.actor;
  return {
    ...{ order, of, ticket: of.id, contact: of.contact, connection, from: at },
    ...{ firstQueue: undefined, firstUser: undefined },
    reopened: event.type === 'TicketReopened',
    byContact: kind === 'contact' || kind === 'connection',
    ...{ until: null, closing: null, closer: null, closedQueue: null, closedOrder: 0 },
    ...{ customerSince: null, firstResponse: null, stays: [], handlings: [], waits: [] },
  };
};

const goingOn = (spans: readonly Span[]): Span | undefined =>
  spans.find(({ ended, until }) => ended === null && until === null);

/** It waits where it is, or somebody has it: what was so before and still is goes on. */
const stand = (now: Attended, { queue, user, menu }: Place, at: string, way: string): void => {
  if (queue !== null) now.firstQueue ??= { id: queue, at };
  if (user !== null) now.firstUser ??= { id: user, at };
  const [stay, handling] = [goingOn(now.stays), goingOn(now.handlings)];
  const waitsOn = stay && user === null && stay.menu === menu && (menu || stay.queue === queue);
  const hasItStill = handling && handling.user === user && handling.queue === queue;
  if (waitsOn || hasItStill) return;
  if (stay) Object.assign(stay, { until: at, ended: way, user });
  if (handling) Object.assign(handling, { until: at, ended: way });
  const span = { from: at, until: null, ended: null, queue, user, menu };
  (user === null ? now.stays : now.handlings).push(span);
};

type Ended = {
  readonly order: number;
  readonly at: string;
  readonly event: Extract<Recorded, { type: 'TicketClosed' | 'TicketDeleted' }>;
  readonly queue: string | null;
};

const finish = (now: Attended, { order, at, event, queue }: Ended): void => {
  const ended = event.type === 'TicketDeleted' ? 'deleted' : 'closed';
  for (const spans of [now.stays, now.handlings]) {
    const last = goingOn(spans);
    if (last) Object.assign(last, { until: at, ended });
  }
  const wait = goingOn(now.waits);
  if (wait) Object.assign(wait, { until: at, ended, queue });
  const [closing, closer] = closingOf(event);
  Object.assign(now, { until: at, closing, closer, closedQueue: queue, closedOrder: order });
};

const closingOf = (event: Ended['event']): readonly [closing: string, closer: string | null] => {
  if (event.type === 'TicketDeleted') return ['deleted', null];
  const closer = closerOf(event);
  if (event.data.reason) return ['timeout', null];
  return closer === null ? ['bot', null] : ['human', closer];
};

/** What customers, phones and people write; machines are none of them. */
const write = (
  now: Attended,
  queue: string | null,
  { at, event }: { readonly at: string; readonly event: Recorded },
  events: readonly Recorded[],
): void => {
  if (event.type === 'MessageReceived' && !event.data.history && !event.data.answers) {
    if (event.data.waKey.fromMe) answered(now, { at, how: 'phone', user: null, queue });
    else asked(now, at);
  } else if (event.type === 'MessageQueued' && event.data.userId && !event.data.automatic) {
    answered(now, { at, how: 'answered', user: event.data.userId, queue });
  } else if (event.type === 'MessageMoved') {
    const { messageId } = event.data;
    const came = events.find(each => each.type === 'MessageReceived' && each.data.messageId === messageId);
    if (came?.type === 'MessageReceived' && !came.data.waKey.fromMe)
      asked(now, new Date(came.metadata.at).toISOString());
  }
};

const asked = (now: Attended, at: string): void => {
  if (!goingOn(now.waits))
    now.waits.push({ from: at, until: null, ended: null, queue: null, user: null, menu: false });
  now.customerSince ??= at;
};

type Answer = {
  readonly at: string;
  readonly how: 'answered' | 'phone';
  readonly user: string | null;
  readonly queue: string | null;
};

/** The first answer counts, unless it was nobody's: then the episode has none. */
const answered = (now: Attended, { at, how, user, queue }: Answer): void => {
  const isFirst = now.customerSince !== null && !now.waits.some(({ ended }) => ended !== null);
  const wait = goingOn(now.waits);
  if (wait) Object.assign(wait, { until: at, ended: how, user, queue });
  if (isFirst && how === 'answered') now.firstResponse = { at, user, queue };
};
