import { describe, expect, it } from 'vitest';
import type { MenuStep } from '../menu/menu.ts';
import { given } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import { acceptTicket, refuseMenuText, transferTicket } from './decide.ts';
import type { TicketEvent } from './events.ts';
import { leaveMenu, stepMenu } from './menu.ts';
import { isChoosing, isForMachines, isLiving, menuStepOf, type Ticket, ticketEntity } from './ticket.ts';
import { canSee } from './visibility.ts';

const [ticketId, contactId, connectionId, ana] = [idOf(1), idOf(2), idOf(3), idOf(4)];
const [sales, support, option] = [idOf(5), idOf(6), idOf(7)];
const ticket = given(ticketEntity);
const opened: TicketEvent = {
  type: 'TicketOpened',
  data: { ticketId, contactId, connectionId, queueId: null, userId: null, status: 'pending', isGroup: false },
};
const atTop: MenuStep = { queueId: null, optionId: null, wrong: 0 };
const stepped: TicketEvent = { type: 'TicketMenuStepped', data: { ticketId, ...atTop } };
const accepted: TicketEvent = { type: 'TicketAccepted', data: { ticketId, userId: ana, queueId: sales } };
const step =
  (to: MenuStep = atTop) =>
  (state: Ticket) =>
    stepMenu({ ticketId, step: to }, state);
const leave =
  (change: Partial<Parameters<typeof leaveMenu>[0]> = {}) =>
  (state: Ticket) =>
    leaveMenu({ ticketId, queueId: sales, reason: 'silent', ...change }, state);

describe('a ticket whose contact is to choose a queue', () => {
  const choosing: TicketEvent = { ...opened, data: { ...opened.data, choosesQueue: true } };
  const queueIds = [sales, support];
  const viewer = { userId: ana, profile: 'user' as const, queueIds };
  const isSeen = (...events: readonly TicketEvent[]): boolean => {
    const state = events.reduce(ticketEntity.evolve, ticketEntity.initial);
    return isLiving(state) && canSee(viewer, { ...state, chatbot: isChoosing(state) });
  };

  it('is nobody’s to see from its first moment on, until they have, or people have it', () => {
    expect(isSeen(choosing)).toBe(false);
    expect(isSeen(choosing, stepped)).toBe(false);
    const left = { ticketId, queueId: null, reason: 'silent' as const };
    expect(isSeen(choosing, { type: 'TicketMenuLeft', data: left })).toBe(true);
    expect(isSeen(choosing, stepped, { type: 'TicketMenuLeft', data: { ...left, queueId: sales } })).toBe(
      true,
    );
    expect(isSeen(choosing, accepted)).toBe(true);
    expect(isSeen(opened)).toBe(true);
  });
  it('is machines’ to write in, and goes to the first queue when it is accepted before', () => {
    const { after, decision } = ticket(choosing).when(state =>
      acceptTicket({ ticketId, userId: ana, firstQueueId: support }, state),
    );
    expect(isForMachines([choosing].reduce(ticketEntity.evolve, ticketEntity.initial))).toBe(true);
    expect(after).toMatchObject({ queueId: support, status: 'open', userId: ana });
    expect(decision).toEqual([{ type: 'TicketAccepted', data: { ticketId, userId: ana, queueId: support } }]);
  });
  it('begins the menu as any other', () =>
    expect(ticket(choosing).when(step()).after).toMatchObject({ queueId: null, menu: atTop }));
});

describe('a step of the menu', () => {
  it('puts the ticket into the queue that was chosen, and back into none', () => {
    const { after } = ticket(opened, stepped).when(step({ queueId: sales, optionId: option, wrong: 0 }));
    expect(after).toMatchObject({ queueId: sales, menu: { queueId: sales, optionId: option, wrong: 0 } });
    expect(ticket(opened, stepped).when(step()).after).toMatchObject({ queueId: null, menu: atTop });
  });
  it('is nothing once somebody has the ticket, or the menu is over', () => {
    expect(ticket(opened, stepped, accepted).when(step()).decision).toEqual([]);
    const over: TicketEvent = {
      type: 'TicketMenuLeft',
      data: { ticketId, queueId: sales, reason: 'chosen' },
    };
    expect(ticket(opened, stepped, over).when(step()).decision).toEqual([]);
    expect(ticket().when(step()).rejection?.rejected).toBe('ERR_NO_TICKET_FOUND');
  });
});

describe('leaving the menu', () => {
  it('lets the ticket wait in a queue', () => {
    const { after } = ticket(opened, stepped).when(leave());
    expect(after).toMatchObject({ status: 'pending', queueId: sales, menu: 'over' });
    expect(isForMachines(after)).toBe(true);
  });
  it.each(['answered', 'limited', 'taken-out'] as const)('silences machines where it was %s', reason => {
    const { after } = ticket(opened, stepped).when(leave({ reason }));
    expect([isForMachines(after), menuStepOf(after)]).toEqual([false, undefined]);
  });
  it('happens once, and only from the step that is meant', () => {
    const after = ticket(opened, stepped).when(leave()).events;
    expect(ticket(opened, stepped, ...after).when(leave()).decision).toEqual([]);
    expect(ticket(opened, stepped).when(leave({ from: { ...atTop, wrong: 1 } })).decision).toEqual([]);
    expect(ticket(opened, stepped).when(leave({ from: null })).decision).toEqual([]);
    expect(ticket(opened, stepped).when(leave({ from: atTop })).events).toHaveLength(1);
    expect(ticket(opened).when(leave({ from: null, reason: 'placed' })).events).toHaveLength(1);
  });
  it('comes with accepting: in the chosen queue, else in the first', () => {
    const accept = (state: Ticket) => acceptTicket({ ticketId, userId: ana, firstQueueId: support }, state);
    expect(ticket(opened, stepped).when(accept).events).toEqual([
      { type: 'TicketMenuLeft', data: { ticketId, queueId: support, reason: 'taken-out' } },
      { type: 'TicketAccepted', data: { ticketId, userId: ana, queueId: support } },
    ]);
    const inSales: TicketEvent = { type: 'TicketMenuStepped', data: { ticketId, ...atTop, queueId: sales } };
    expect(ticket(opened, inSales).when(accept).after).toMatchObject({
      queueId: sales,
      userId: ana,
      menu: 'people',
    });
    expect(ticket(opened).when(accept).events).toHaveLength(1);
  });
  it('comes with a transfer, and with the removal of the chosen queue', () => {
    const facts = { queueExists: true, assignee: null };
    const to = { ticketId, queueId: support, userId: null, notes: null };
    const moved = ticket(opened, stepped).when(state => transferTicket(to, state, facts)).after;
    expect(isForMachines(moved)).toBe(false);
    const removed: TicketEvent = {
      type: 'TicketTransferred',
      data: { ...to, reason: 'queue-removed' },
    };
    expect(ticket(opened, stepped, removed).state).toMatchObject({ queueId: support, menu: 'over' });
  });
});

describe('machines', () => {
  const openedBy = {
    ...opened,
    data: { ...opened.data, userId: ana, queueId: sales, status: 'open' },
  } as const;
  const removed: TicketEvent = {
    type: 'TicketTransferred',
    data: { ticketId, queueId: support, userId: null, notes: null, reason: 'queue-removed' },
  };
  it('stay silent in what a person opened, also when its queue goes and nobody keeps it', () => {
    expect(isForMachines(ticket(openedBy, removed).state)).toBe(false);
  });

  const after: readonly TicketEvent[] = [
    accepted,
    removed,
    { type: 'TicketTransferred', data: { ...removed.data, reason: undefined } },
    { type: 'TicketReturned', data: { ticketId, reason: 'attendant' } },
    { type: 'TicketReopened', data: { ticketId, queueId: null, connectionId } },
    { type: 'TicketClosed', data: { ticketId, userId: null, justClose: true } },
    { type: 'TicketDeleted', data: { ticketId } },
  ];
  const group = { ...opened, data: { ...opened.data, isGroup: true, status: 'groups' } } as const;
  const over: readonly (readonly TicketEvent[])[] = [
    [openedBy],
    [opened, accepted],
    [opened, { type: 'TicketMenuLeft', data: { ticketId, queueId: sales, reason: 'answered' } }],
    [opened, { type: 'TicketClosed', data: { ticketId, userId: null, justClose: true } }],
    [group],
    [opened, { type: 'TicketDeleted', data: { ticketId } }],
  ];
  it.each(over)('stay silent for good once they are to be, whatever comes (%#)', (...before) => {
    for (const one of after)
      for (const other of after) expect(isForMachines(ticket(...before, one, other).state)).toBe(false);
  });
});

it('what the menu says is refused where somebody has the ticket, or had it', () => {
  const machine = { userId: null, profile: 'machine' as const };
  expect(refuseMenuText(ticket(opened, stepped).state, machine)).toBeUndefined();
  expect(refuseMenuText(ticket(opened, accepted).state, machine)?.rejected).toBe(
    'ERR_TICKET_ALREADY_ACCEPTED',
  );
});
