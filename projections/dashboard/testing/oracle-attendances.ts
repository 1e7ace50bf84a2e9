import type { Recorded } from '#eventstore/types.ts';

type Span = {
  readonly from: string;
  until: string | null;
  ended: string | null;
  readonly queue: string | null;
  user: string | null;
  readonly menu: boolean;
};
/** One ticket from opening to closing, with all that was in it. */
export type Attended = {
  readonly order: number;
  readonly ticket: string;
  readonly contact: string;
  readonly connection: string;
  readonly from: string;
  readonly reopened: boolean;
  readonly byContact: boolean;
  queue: string | null;
  user: string | null;
  until: string | null;
  closing: string | null;
  closer: string | null;
  closedOrder: number;
  customerSince: string | null;
  firstResponse: { at: string; user: string | null; queue: string | null } | null;
  tags: readonly string[];
  readonly stays: Span[];
  readonly handlings: Span[];
  readonly waits: (Span & { queue: string | null })[];
};

/** Reads the events of each ticket, one after the other, and writes down what was. */
export const attendancesIn = (events: readonly Recorded[]): readonly Attended[] => {
  const tickets = events.flatMap(event => (event.type === 'TicketOpened' ? [event.data.ticketId] : []));
  return tickets.flatMap(ticket => attendancesOf(ticket, events)).toSorted((a, b) => a.order - b.order);
};

const attendancesOf = (ticket: string, events: readonly Recorded[]): readonly Attended[] => {
  const all: Attended[] = [];
  let now: Attended | undefined;
  let tags: readonly string[] = [];
  let contact = '';
  let connection = '';
  let wasPhone = false;

  const end = (spans: Span[], at: string, how: string, user: string | null) => {
    const last = spans.at(-1);
    if (last && last.until === null) Object.assign(last, { until: at, ended: how, user: user ?? last.user });
  };
  const enter = (
    place: { queue: string | null; user: string | null; menu: boolean },
    at: string,
    how: string,
  ) => {
    if (!now) return;
    now.queue = place.queue;
    now.user = place.user ?? now.user;
    const [stay, handling] = [now.stays.at(-1), now.handlings.at(-1)];
    if (place.user === null) {
      const same =
        stay?.until === null && stay.menu === place.menu && (place.menu || stay.queue === place.queue);
      if (same) return;
      end(now.stays, at, how, null);
      end(now.handlings, at, how, null);
      now.stays.push({ from: at, until: null, ended: null, ...place });
    } else {
      if (handling?.until === null && handling.user === place.user && handling.queue === place.queue) return;
      end(now.stays, at, how, place.user);
      end(now.handlings, at, how, null);
      now.handlings.push({ from: at, until: null, ended: null, ...place });
    }
  };
  const begin = (event: Recorded, order: number, at: string, reopened: boolean) => {
    const { kind } = event.metadata.actor;
    now = {
      ...{ order, ticket, contact, connection, from: at, reopened, tags },
      byContact: kind === 'contact' || kind === 'connection',
      ...{ queue: null, user: null, until: null, closing: null, closer: null, closedOrder: 0 },
      ...{ customerSince: null, firstResponse: null, stays: [], handlings: [], waits: [] },
    };
    wasPhone = false;
    all.push(now);
  };
  const finish = (order: number, at: string, closing: string, closer: string | null) => {
    if (!now) return;
    const how = closing === 'deleted' ? 'deleted' : 'closed';
    for (const spans of [now.stays, now.handlings, now.waits]) end(spans, at, how, null);
    Object.assign(now, { until: at, closing, closer, closedOrder: order, user: now.user ?? closer });
    now = undefined;
  };
  const customer = (at: string) => {
    if (!now) return;
    if (now.waits.at(-1)?.until !== null || now.waits.length === 0)
      now.waits.push({ from: at, until: null, ended: null, queue: null, user: null, menu: false });
    now.customerSince ??= at;
  };
  const answer = (at: string, how: 'answered' | 'phone', user: string | null) => {
    if (!now) return;
    const last = now.waits.at(-1);
    if (last && last.until === null) last.queue = now.queue;
    end(now.waits, at, how, user);
    if (now.customerSince !== null && !now.firstResponse && !wasPhone) {
      if (how === 'phone') wasPhone = true;
      else now.firstResponse = { at, user, queue: now.queue };
    }
  };

  for (const [order, event] of events.entries()) {
    const at = new Date(event.metadata.at).toISOString();
    if (!('ticketId' in event.data) || event.data.ticketId !== ticket) continue;
    const { type } = event;
    if (type === 'TicketOpened') {
      if (event.data.isGroup) return [];
      ({ contactId: contact, connectionId: connection } = event.data);
      if (event.data.status === 'closed') continue;
      begin(event, order, at, false);
      enter({ queue: event.data.queueId, user: event.data.userId, menu: false }, at, 'opened');
    } else if (type === 'TicketReopened') {
      connection = event.data.connectionId;
      begin(event, order, at, true);
      enter({ queue: event.data.queueId, user: null, menu: false }, at, 'reopened');
    } else if (type === 'TicketAccepted') {
      enter({ queue: event.data.queueId, user: event.data.userId, menu: false }, at, 'accepted');
    } else if (type === 'TicketTransferred') {
      enter({ queue: event.data.queueId, user: event.data.userId, menu: false }, at, 'transferred');
    } else if (type === 'TicketReturned') {
      enter({ queue: now?.queue ?? null, user: null, menu: false }, at, 'returned');
    } else if (type === 'TicketMenuStepped') {
      enter({ queue: event.data.queueId, user: null, menu: true }, at, 'menu');
    } else if (type === 'TicketMenuLeft') {
      enter({ queue: event.data.queueId, user: null, menu: false }, at, 'menu');
    } else if (type === 'TicketClosed') {
      const { actor } = event.metadata;
      const closer = event.data.userId ?? (actor.kind === 'user' ? actor.id : null);
      if (event.data.reason) finish(order, at, 'timeout', null);
      else finish(order, at, closer ? 'human' : 'bot', closer);
    } else if (type === 'TicketDeleted') {
      finish(order, at, 'deleted', null);
    } else if (type === 'TicketTagged') {
      tags = event.data.tagIds;
      const last = all.at(-1);
      if (last) last.tags = tags;
    } else if (type === 'MessageReceived') {
      if (event.data.history || event.data.answers) continue;
      if (event.data.waKey.fromMe) answer(at, 'phone', null);
      else customer(at);
    } else if (type === 'MessageQueued') {
      if (event.data.userId && !event.data.automatic) answer(at, 'answered', event.data.userId);
    } else if (type === 'MessageMoved') {
      const came = events.find(
        e => e.type === 'MessageReceived' && e.data.messageId === event.data.messageId,
      );
      if (came?.type === 'MessageReceived' && !came.data.waKey.fromMe)
        customer(new Date(came.metadata.at).toISOString());
    }
  }
  return all;
};
