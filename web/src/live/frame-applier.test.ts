import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Frame } from '#contracts/live.ts';
import type { MessageView, TicketView } from '#contracts/views.ts';
import { messagesKey } from '../api/messages.ts';
import { queueOptionsQuery } from '../api/queue-options.ts';
import { ticketQuery } from '../api/ticket.ts';
import type { ListStatus, TicketFilter } from '../api/ticket-filter.ts';
import { ticketsQuery } from '../api/tickets.ts';
import type { Conversation } from './conversations.ts';
import { applyFrame, type FrameTarget } from './frame-applier.ts';
import { presenceStore } from './presence-store.ts';
import { messageOf } from './testing/messages.ts';
import { ticketAt as ticket } from './testing/tickets.ts';
import { ticketRows } from './ticket-lists.ts';
import { ticketMemory } from './ticket-memory.ts';

const uuid = (last: number): string => `0198a000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const me = uuid(1);
const company = uuid(2);
const [sales, support] = [uuid(10), uuid(11)] as const;
const minute = (n: number): string => `2026-11-21T10:${String(n).padStart(2, '0')}:00.000Z`;

const message = (n: number, position: number, change: Partial<MessageView> = {}): MessageView =>
  messageOf({
    ...{ id: uuid(300 + n), ticketId: uuid(101), contactId: uuid(201), body: `message ${n}` },
    ...{ read: false, createdAt: minute(n), position },
    ...change,
  });

const filter = (status: ListStatus, change: Partial<TicketFilter> = {}): TicketFilter => ({
  status,
  showAll: false,
  queueIds: null,
  ...change,
});

const setUp = () => {
  const client = new QueryClient();
  let counted = 0;
  const target: FrameTarget = {
    client,
    viewer: { userId: me, profile: 'user', queueIds: [sales, support] },
    memory: ticketMemory(),
    presence: presenceStore(),
    onCountsChanged: () => {
      counted += 1;
    },
  };
  const load = (wanted: TicketFilter, tickets: TicketView[], position: number, hasMore = false) =>
    client.setQueryData(ticketsQuery(wanted).queryKey, {
      pages: [{ tickets, hasMore, count: tickets.length, nextCursor: hasMore ? 'next' : null, position }],
      pageParams: [null],
    });
  const shown = (wanted: TicketFilter): number[] => {
    const pages = client.getQueryData(ticketsQuery(wanted).queryKey);
    return pages ? ticketRows(pages).map(row => row.number) : [];
  };
  const apply = (suffix: string, data: unknown, position: number) =>
    applyFrame(target, { event: `company-${company}-${suffix}`, data, position } satisfies Frame);
  const update = (updated: TicketView) =>
    apply('ticket', { action: 'update', ticket: updated }, updated.position);
  return { client, load, shown, apply, update, counted: () => counted };
};

describe('frames on lists of tickets', () => {
  it('moves an accepted ticket from waiting to attending', () => {
    const { load, shown, update } = setUp();
    load(filter('pending'), [ticket(2, 5), ticket(1, 4)], 10);
    load(filter('open'), [], 10);
    update(ticket(1, 11, { status: 'open', userId: me }));
    expect(shown(filter('pending'))).toEqual([2]);
    expect(shown(filter('open'))).toEqual([1]);
  });

  it('removes a ticket that somebody else accepted, unless all are shown', () => {
    const { load, shown, update } = setUp();
    const all = filter('open', { showAll: true });
    load(filter('pending'), [ticket(1, 4)], 10);
    load(filter('open'), [], 10);
    load(all, [], 10);
    update(ticket(1, 11, { status: 'open', userId: uuid(9) }));
    expect(shown(filter('pending'))).toEqual([]);
    expect(shown(filter('open'))).toEqual([]);
    expect(shown(all)).toEqual([1]);
  });

  it('moves a ticket with a new message to the top, once', () => {
    const { load, shown, apply } = setUp();
    load(filter('pending'), [ticket(3, 5), ticket(2, 4), ticket(1, 3)], 10);
    const written = ticket(1, 12, { updatedAt: minute(9), activeAt: minute(9), unreadMessages: 2 });
    const create = { action: 'create', message: message(9, 12), ticket: written, contact: written.contact };
    apply('appMessage', create, 12);
    apply('appMessage', create, 12);
    expect(shown(filter('pending'))).toEqual([1, 3, 2]);
  });

  it('leaves a ticket in its place when it changes otherwise', () => {
    const { load, shown, update } = setUp();
    load(filter('pending'), [ticket(3, 5), ticket(2, 4), ticket(1, 3)], 10);
    update(ticket(1, 12, { updatedAt: minute(9), queueId: support }));
    expect(shown(filter('pending'))).toEqual([3, 2, 1]);
  });

  it('ignores an older state of a ticket, also of one that left the list', () => {
    const { load, shown, update } = setUp();
    load(filter('pending'), [ticket(1, 4)], 10);
    update(ticket(1, 15, { status: 'open', userId: uuid(9) }));
    update(ticket(1, 12));
    expect(shown(filter('pending'))).toEqual([]);
  });

  it('does not add what the list, as it was loaded, already knew', () => {
    const { load, shown, update } = setUp();
    load(filter('pending'), [], 20);
    update(ticket(1, 15));
    expect(shown(filter('pending'))).toEqual([]);
  });

  it('removes a ticket whose queue is not chosen', () => {
    const { load, shown, update } = setUp();
    const chosen = filter('pending', { queueIds: [sales] });
    load(chosen, [ticket(1, 4)], 10);
    update(ticket(1, 11, { queueId: support, queue: { id: support, name: 'Suporte', color: '#00f' } }));
    expect(shown(chosen)).toEqual([]);
  });

  it('leaves a ticket behind the last loaded row to the next page', () => {
    const { load, shown, update } = setUp();
    load(filter('pending'), [ticket(9, 5), ticket(8, 4)], 10, true);
    update(ticket(1, 11));
    expect(shown(filter('pending'))).toEqual([9, 8]);
  });

  it('takes deleted and hidden tickets away, and shows a deleted group as closed', () => {
    const { load, shown, apply, counted } = setUp();
    const group = ticket(3, 5, { status: 'groups', isGroup: true, queueId: null, queue: null });
    load(filter('pending'), [ticket(2, 4), ticket(1, 3)], 10);
    load(filter('groups'), [group], 10);
    load(filter('closed'), [], 10);
    expect(apply('ticket', { action: 'delete', ticketId: ticket(1, 0).id }, 11)).toEqual({
      kind: 'ticket-deleted',
      ticketId: ticket(1, 0).id,
    });
    apply('ticket', { action: 'removeFromList', ticketId: ticket(2, 0).id }, 12);
    apply('ticket', { action: 'delete', ticketId: group.id }, 13);
    expect(shown(filter('pending'))).toEqual([]);
    expect(shown(filter('groups'))).toEqual([]);
    expect(shown(filter('closed'))).toEqual([3]);
    expect(counted()).toBe(3);
  });

  it('keeps the newer state of the open ticket', () => {
    const { client, update } = setUp();
    const key = ticketQuery(uuid(101)).queryKey;
    client.setQueryData(key, ticket(1, 20, { status: 'open' }));
    update(ticket(1, 18));
    expect(client.getQueryData(key)?.status).toBe('open');
    update(ticket(1, 21, { status: 'closed' }));
    expect(client.getQueryData(key)?.status).toBe('closed');
  });
});

describe('frames on conversations', () => {
  const conversation = () => {
    const set = setUp();
    const key = messagesKey(uuid(101));
    set.client.setQueryData<Conversation>(key, {
      messages: [message(1, 1), message(2, 2), message(3, 3), message(4, 4)],
      olderCursor: 'older',
      newerCursor: null,
      missed: [],
    });
    const bodies = () => set.client.getQueryData<Conversation>(key)?.messages.map(row => row.body) ?? [];
    return { ...set, bodies };
  };
  const update = (changed: MessageView) => ({ action: 'update', message: changed });

  it('puts a message at its place in time, once', () => {
    const { apply, bodies } = conversation();
    const late = message(35, 11, { createdAt: '2026-11-21T10:03:30.000Z' });
    apply('appMessage', update(late), 11);
    apply('appMessage', update(late), 11);
    expect(bodies()).toEqual(['message 1', 'message 2', 'message 3', 'message 35', 'message 4']);
  });

  it('keeps the order of the server within one second', () => {
    const { apply, bodies } = conversation();
    apply('appMessage', update(message(0, 11, { createdAt: minute(4), body: 'same second' })), 11);
    apply('appMessage', update(message(4, 12, { body: 'first of it' })), 12);
    expect(bodies().slice(-2)).toEqual(['first of it', 'same second']);
  });

  it('never takes a tick back', () => {
    const { apply, bodies } = conversation();
    apply('appMessage', update(message(4, 13, { body: 'read' })), 13);
    apply('appMessage', update(message(4, 12, { body: 'delivered' })), 12);
    expect(bodies().at(-1)).toBe('read');
  });

  it('takes a message that moved to another ticket out of this one', () => {
    const { apply, bodies } = conversation();
    apply('appMessage', update(message(4, 14, { ticketId: uuid(102) })), 14);
    expect(bodies()).toEqual(['message 1', 'message 2', 'message 3']);
  });

  it('leaves older messages to the next page', () => {
    const { apply, bodies } = conversation();
    apply('appMessage', update(message(0, 15)), 15);
    expect(bodies()[0]).toBe('message 1');
  });
});

describe('other frames', () => {
  it('tells of a forced logout', () => {
    const { apply } = setUp();
    expect(apply('auth', { action: 'logout', reason: 'other-login' }, 1)).toEqual({
      kind: 'logout',
      reason: 'other-login',
    });
  });

  it('asks anew for the options of a queue that changed, and for no other queue’s', () => {
    const { client, apply } = setUp();
    for (const id of [sales, support]) client.setQueryData(queueOptionsQuery(id).queryKey, []);
    apply('queueOptions', { action: 'update', queueId: sales }, 1);
    const isStale = (id: string) => client.getQueryState(queueOptionsQuery(id).queryKey)?.isInvalidated;
    expect([isStale(sales), isStale(support)]).toEqual([true, false]);
  });

  it('survives what it does not know', () => {
    const { apply } = setUp();
    expect(apply('payment', {}, 1)).toEqual({ kind: 'other' });
    expect(apply('ticket', { action: 'unheard' }, 1)).toEqual({ kind: 'other' });
  });
});
