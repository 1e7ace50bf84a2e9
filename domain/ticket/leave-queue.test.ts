import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import { leaveQueue } from './decide.ts';
import type { TicketEvent } from './events.ts';
import { type Ticket, ticketEntity } from './ticket.ts';

const [ticketId, ana, bruno, sales, support] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)];
const ticket = given(ticketEntity);
const opened: TicketEvent = {
  type: 'TicketOpened',
  data: {
    ...{ ticketId, contactId: idOf(6), connectionId: idOf(7) },
    ...{ queueId: sales, userId: null, status: 'pending', isGroup: false },
  },
};
const accepted: TicketEvent = { type: 'TicketAccepted', data: { ticketId, userId: ana, queueId: sales } };
const closed: TicketEvent = { type: 'TicketClosed', data: { ticketId, userId: ana, justClose: false } };
const elsewhere: TicketEvent = {
  type: 'TicketTransferred',
  data: { ticketId, queueId: support, userId: null, notes: null },
};

describe('leaving a queue that is gone', () => {
  const leave = (successorId: string | null, keptBy: string | null) => (state: Ticket) =>
    leaveQueue({ ticketId, queueId: sales, successorId, keptBy }, state);

  it('waits in the next one, and says why', () => {
    const { events, after } = ticket(opened).when(leave(support, null));
    expect(events).toEqual([
      {
        type: 'TicketTransferred',
        data: { ticketId, queueId: support, userId: null, notes: null, reason: 'queue-removed' },
      },
    ]);
    expect(after).toMatchObject({ status: 'pending', queueId: support });
  });
  it('takes its attendant along where they may keep it, and nobody else', () => {
    expect(ticket(opened, accepted).when(leave(support, ana)).after).toMatchObject({
      ...{ status: 'open', queueId: support, userId: ana },
    });
    for (const keptBy of [null, bruno])
      expect(ticket(opened, accepted).when(leave(support, keptBy)).after).toMatchObject({
        ...{ status: 'pending', userId: null },
      });
    expect(ticket(opened, accepted).when(leave(null, ana)).after).toMatchObject({
      ...{ status: 'open', queueId: null, userId: ana },
    });
  });
  it('is for what is in it, and not closed', () => {
    for (const history of [[], [opened, closed], [opened, elsewhere]])
      expect(ticket(...history).when(leave(support, null)).decision).toEqual([]);
  });
});
