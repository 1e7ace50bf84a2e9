import { describe, expect, it } from 'vitest';
import { type Decision, isRejection } from '../shared/decision.ts';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import type { User } from '../user/user.ts';
import * as decide from './decide.ts';
import { type TicketEvent, ticketStatuses } from './events.ts';
import { can, type Intent, intents, lifecycle } from './lifecycle.ts';
import { type Ticket, ticketEntity } from './ticket.ts';

const [ticketId, contactId, connectionId] = [idOf(1), idOf(2), idOf(3)];
const [ana, bruno, sales, support] = [idOf(4), idOf(5), idOf(6), idOf(7)];
const ticket = given(ticketEntity);

const place = { ticketId, contactId, connectionId };
const pending: TicketEvent = {
  type: 'TicketOpened',
  data: { ...place, queueId: sales, userId: null, status: 'pending', isGroup: false },
};
const group: TicketEvent = {
  type: 'TicketOpened',
  data: { ...place, queueId: null, userId: null, status: 'groups', isGroup: true },
};
const acceptedBy = (userId: string): TicketEvent => ({
  type: 'TicketAccepted',
  data: { ticketId, userId, queueId: sales },
});
const closed: TicketEvent = { type: 'TicketClosed', data: { ticketId, userId: ana, justClose: false } };
const deleted: TicketEvent = { type: 'TicketDeleted', data: { ticketId } };

const inSales: User = {
  ...{ status: 'active', name: 'Bruno', email: 'b@x.y', profile: 'user' },
  ...{ superAdmin: false, queueIds: [sales], connectionIds: [], analyst: false },
};
const facts = { queueExists: true, assignee: inSales };

const accept = (userId: string) => (state: Ticket) => decide.acceptTicket({ ticketId, userId }, state);
const giveBack = (state: Ticket) => decide.returnTicket({ ticketId, reason: 'attendant' }, state);
const close = (justClose: boolean) => (state: Ticket) =>
  decide.closeTicket({ ticketId, userId: ana, justClose }, state);
const reopen = (queueId: string | null) => (state: Ticket) =>
  decide.reopenTicket({ ticketId, queueId }, state);
const transfer = (queueId: string | null, userId: string | null, notes: string | null = null) => {
  const command = { ticketId, queueId, userId, notes };
  return (state: Ticket) => decide.transferTicket(command, state, facts);
};

describe('opening', () => {
  const command = {
    ...{ ...place, queueId: sales, userId: ana, isGroup: false },
    queueRequired: true,
  };

  it('opens pending without an attendant', () => {
    const { after } = ticket().when(s => decide.openTicket({ ...command, status: 'pending' }, s));
    expect(after).toMatchObject({ status: 'pending', userId: null, queueId: sales });
  });
  it('opens for oneself', () => {
    const { after } = ticket().when(s => decide.openTicket({ ...command, status: 'open' }, s));
    expect(after).toMatchObject({ status: 'open', userId: ana });
  });
  it('opens a group in status groups, without queue and attendant', () => {
    const { after } = ticket().when(s =>
      decide.openTicket({ ...command, queueId: null, isGroup: true, status: 'open' }, s),
    );
    expect(after).toMatchObject({ status: 'groups', userId: null, queueId: null });
  });
  it('refuses an attendant who names no queue', () => {
    const { decision } = ticket().when(s =>
      decide.openTicket({ ...command, queueId: null, status: 'open' }, s),
    );
    expect(decision).toEqual(rejected('ERR_QUEUE_REQUIRED'));
  });
  it('refuses a second time', () => {
    const { decision } = ticket(pending).when(s => decide.openTicket({ ...command, status: 'open' }, s));
    expect(decision).toEqual(rejected('ERR_OTHER_OPEN_TICKET', { ticketId }));
  });
});

describe('opening for history', () => {
  const open = (isGroup: boolean) => (state: Ticket) => decide.openHistory({ ...place, isGroup }, state);
  it.each([false, true])('is closed and nobody’s from the start (group: %s)', isGroup => {
    const { after } = ticket().when(open(isGroup));
    expect(after).toEqual({
      ...{ contactId, connectionId, queueId: null, isGroup },
      ...{ status: 'closed', userId: null },
    });
  });
  it('stays quiet when it is there, and refuses one that was deleted', () => {
    const opened = ticket().when(open(false)).events;
    expect(ticket(...opened).when(open(false)).decision).toEqual([]);
    expect(ticket(...opened, deleted).when(open(false)).decision).toEqual(rejected('ERR_NO_TICKET_FOUND'));
  });
  it('can be reopened like any closed ticket', () => {
    const opened = ticket().when(open(false)).events;
    expect(ticket(...opened).when(reopen(sales)).after).toMatchObject({ status: 'pending', queueId: sales });
  });
});

describe('accepting', () => {
  it('opens it for who accepts', () => {
    const { after } = ticket(pending).when(accept(ana));
    expect(after).toMatchObject({ status: 'open', userId: ana, queueId: sales });
  });
  it('stays quiet when it is mine already', () => {
    expect(ticket(pending, acceptedBy(ana)).when(accept(ana)).decision).toEqual([]);
  });
  it('tells who has it when somebody else was faster', () => {
    expect(ticket(pending, acceptedBy(ana)).when(accept(bruno)).decision).toEqual(
      rejected('ERR_TICKET_ALREADY_ACCEPTED', { status: 'open', userId: ana }),
    );
  });
  it('refuses a ticket that never was or is deleted', () => {
    expect(ticket().when(accept(ana)).rejection?.rejected).toBe('ERR_NO_TICKET_FOUND');
    expect(ticket(pending, deleted).when(accept(ana)).rejection?.rejected).toBe('ERR_NO_TICKET_FOUND');
  });
});

describe('returning', () => {
  it('makes it pending without an attendant', () => {
    const { after } = ticket(pending, acceptedBy(ana)).when(giveBack);
    expect(after).toMatchObject({ status: 'pending', userId: null, queueId: sales });
  });
  it('stays quiet on a pending ticket', () => {
    expect(ticket(pending).when(giveBack).decision).toEqual([]);
  });
  it('refuses a closed ticket', () => {
    expect(ticket(pending, closed).when(giveBack).rejection?.rejected).toBe('ERR_TICKET_CLOSED');
  });
  it('for a removed attendant only touches what is still theirs', () => {
    const give = (state: Ticket) => decide.returnTicketOf({ ticketId, userId: ana }, state);
    expect(ticket(pending, acceptedBy(ana)).when(give).events).toEqual([
      { type: 'TicketReturned', data: { ticketId, reason: 'attendant-removed' } },
    ]);
    expect(ticket(pending, acceptedBy(bruno)).when(give).decision).toEqual([]);
    expect(ticket(pending, acceptedBy(ana), closed).when(give).decision).toEqual([]);
  });
});

describe('closing', () => {
  it('resolves it with who closes', () => {
    const { after } = ticket(pending, acceptedBy(ana)).when(close(false));
    expect(after).toMatchObject({ status: 'closed', userId: ana });
  });
  it('just closes with nobody', () => {
    for (const history of [[pending], [pending, acceptedBy(ana)], [group]]) {
      expect(ticket(...history).when(close(true)).after).toMatchObject({ status: 'closed', userId: null });
    }
  });
  it('stays quiet when closed', () => {
    expect(ticket(pending, closed).when(close(false)).decision).toEqual([]);
  });
});

describe('closing what is silent', () => {
  const closeQuiet = (state: Ticket) => decide.closeQuietTicket({ ticketId }, state);

  it('closes an open ticket in nobody’s name and says why', () => {
    const { events, after } = ticket(pending, acceptedBy(ana)).when(closeQuiet);
    const data = { ticketId, userId: null, justClose: true, reason: 'auto-close' };
    expect(events).toEqual([{ type: 'TicketClosed', data }]);
    expect(after.status).toBe('closed');
  });
  it('leaves alone what nobody attends, groups, and what is over', () => {
    for (const history of [[pending], [group], [pending, acceptedBy(ana), closed], [pending, deleted], []])
      expect(ticket(...history).when(closeQuiet).decision).toEqual([]);
  });
});

describe('reopening', () => {
  it('makes it pending in the chosen queue, with nobody', () => {
    const { after } = ticket(pending, closed).when(reopen(support));
    expect(after).toMatchObject({ status: 'pending', userId: null, queueId: support, connectionId });
  });
  it('makes it theirs who takes it, in the same moment; a group nobody’s', () => {
    const take = (state: Ticket) => decide.reopenTicket({ ticketId, queueId: support, userId: ana }, state);
    const { after } = ticket(pending, closed).when(take);
    expect(after).toMatchObject({ status: 'open', userId: ana, queueId: support });
    expect(ticket(group, closed).when(take).after).toMatchObject({ status: 'pending', userId: null });
    expect(ticket(pending).when(take).rejection?.rejected).toBe('ERR_TICKET_NOT_CLOSED');
  });
  it('refuses without a queue', () => {
    expect(ticket(pending, closed).when(reopen(null)).decision).toEqual(rejected('ERR_QUEUE_REQUIRED'));
  });
  it('makes a group pending with neither queue nor attendant', () => {
    const { after } = ticket(group, closed).when(reopen(support));
    expect(after).toMatchObject({ status: 'pending', userId: null, queueId: null, isGroup: true });
  });
  it('refuses what is not closed', () => {
    expect(ticket(pending).when(reopen(sales)).rejection?.rejected).toBe('ERR_TICKET_NOT_CLOSED');
  });
});

describe('transferring', () => {
  it('refuses without a queue', () => {
    expect(ticket(pending).when(transfer(null, bruno)).decision).toEqual(rejected('ERR_QUEUE_REQUIRED'));
  });
  it('gives it to the named attendant', () => {
    const { after } = ticket(pending, acceptedBy(ana)).when(transfer(sales, bruno));
    expect(after).toMatchObject({ status: 'open', userId: bruno, queueId: sales });
  });
  it('makes it pending when only a queue is named', () => {
    const { after } = ticket(pending, acceptedBy(ana)).when(transfer(support, null));
    expect(after).toMatchObject({ status: 'pending', userId: null, queueId: support });
  });
  it('refuses an unknown queue, an unknown attendant, and one of another queue', () => {
    const to = (queueId: string, given: decide.TransferFacts) =>
      ticket(pending).when(state =>
        decide.transferTicket({ ticketId, queueId, userId: bruno, notes: null }, state, given),
      ).rejection?.rejected;
    expect(to(sales, { ...facts, queueExists: false })).toBe('ERR_NO_QUEUE_FOUND');
    expect(to(sales, { ...facts, assignee: { status: 'removed' } })).toBe('ERR_NO_USER_FOUND');
    expect(to(support, facts)).toBe('ERR_USER_NOT_IN_QUEUE');
    expect(to(support, { ...facts, assignee: { ...inSales, profile: 'admin' } })).toBeUndefined();
  });
  it('stays quiet when it is there already, unless there is a note', () => {
    expect(ticket(pending).when(transfer(sales, null)).decision).toEqual([]);
    expect(ticket(pending).when(transfer(sales, null, 'look')).events).toHaveLength(1);
  });
});

describe('reading and deleting', () => {
  const read = (state: Ticket) => decide.readTicket({ ticketId, userId: ana }, state);
  const remove = (state: Ticket) => decide.deleteTicket({ ticketId }, state);

  it('marks a ticket as read, once a call, also when it was closed with something unread', () => {
    expect(ticket(pending).when(read).events).toHaveLength(1);
    expect(ticket(pending, closed).when(read).events).toHaveLength(1);
  });
  it('stays quiet on a deleted one', () => {
    expect(ticket(pending, deleted).when(read).decision).toEqual([]);
  });
  it('deletes once', () => {
    expect(ticket(pending).when(remove).after).toEqual({ status: 'deleted' });
    expect(ticket(pending, deleted).when(remove).decision).toEqual([]);
    expect(ticket().when(remove).rejection?.rejected).toBe('ERR_NO_TICKET_FOUND');
  });
});

describe('the transition table', () => {
  const histories: Record<(typeof ticketStatuses)[number], readonly TicketEvent[]> = {
    pending: [pending],
    open: [pending, acceptedBy(ana)],
    closed: [pending, acceptedBy(ana), closed],
    groups: [group],
  };
  const send = (state: Ticket) => decide.refuseSend(state, { userId: bruno, profile: 'admin' }) ?? [];
  const wants: Record<Intent, readonly ((state: Ticket) => Decision<TicketEvent>)[]> = {
    accept: [accept(bruno)],
    return: [giveBack],
    resolve: [close(false), close(true)],
    reopen: [reopen(support)],
    transfer: [transfer(sales, bruno), transfer(sales, null, 'note')],
    delete: [state => decide.deleteTicket({ ticketId }, state)],
    send: [send],
  };

  const pairs = ticketStatuses.flatMap(status => intents.map(intent => ({ status, intent })));

  it.each(pairs)('and the decider agree on $intent of a ticket that is $status', ({ status, intent }) => {
    const transition = lifecycle[status][intent];
    const reached = new Set<string>();
    for (const want of wants[intent]) {
      const { decision, before, after } = ticket(...histories[status]).when(want);
      expect(before.status).toBe(status);
      if (transition.kind === 'refused') {
        expect(isRejection(decision) && decision.rejected).toBe(transition.code);
      } else {
        expect(isRejection(decision)).toBe(false);
        if (transition.kind === 'stays') expect(decision).toEqual([]);
        if (transition.kind === 'goes') reached.add(after.status);
      }
    }
    if (transition.kind === 'goes') expect([...reached].sort()).toEqual([...transition.to].sort());
    expect(can(status, intent)).toBe(transition.kind === 'goes');
  });
});

describe('sending', () => {
  const open = ticket(pending, acceptedBy(ana)).state;
  it('is for the attendant who has it, and for admins', () => {
    expect(decide.refuseSend(open, { userId: ana, profile: 'user' })).toBeUndefined();
    expect(decide.refuseSend(open, { userId: bruno, profile: 'admin' })).toBeUndefined();
    expect(decide.refuseSend(open, { userId: bruno, profile: 'user' })?.rejected).toBe('ERR_NO_PERMISSION');
  });
  it('is for everybody in groups', () => {
    expect(decide.refuseSend(ticket(group).state, { userId: bruno, profile: 'user' })).toBeUndefined();
  });
  it('is for what nobody writes on pending tickets, too', () => {
    const machine = { userId: null, profile: 'machine' as const };
    expect(decide.refuseSend(ticket(pending).state, machine)).toBeUndefined();
    expect(decide.refuseSend(ticket(pending, closed).state, machine)?.rejected).toBe('ERR_TICKET_CLOSED');
  });
  it('is refused on pending and closed tickets', () => {
    const sender = { userId: ana, profile: 'admin' as const };
    expect(decide.refuseSend(ticket(pending).state, sender)?.rejected).toBe('ERR_TICKET_NOT_OPEN');
    expect(decide.refuseSend(ticket(pending, closed).state, sender)?.rejected).toBe('ERR_TICKET_CLOSED');
  });
});
