import type { TicketEvent } from '#domain/ticket/events.ts';
import { isActive } from '#domain/ticket/lifecycle.ts';
import { isLiving } from '#domain/ticket/ticket.ts';
import type { Key, Owners } from '../claims.ts';
import type { CommandContext } from '../context.ts';
import { fence } from '../fence.ts';
import type { Machinery } from '../states.ts';

type Place = { readonly contactId: string; readonly connectionId: string };

/** The key that makes a contact have one active ticket on a connection. */
export const activeTicketKey = ({ contactId, connectionId }: Place): Key => ({
  kind: 'active-ticket',
  value: `${contactId}/${connectionId}`,
});

/**
 * Tickets as owners of that key on a connection. The key is not given back when a ticket ends: the next one
 * takes it over, and a ticket that is reopened must take it anew.
 */
export const ticketOwners = (
  { states: { ticket: states } }: Machinery,
  context: CommandContext,
  connectionId: string,
): Owners => ({
  look: async (ticketId, claimedAt) => {
    const { state, position } = await states.fresh(states.stream(context.companyId, ticketId));
    if (state.status === 'none') return 'never';
    if (isLiving(state) && isActive(state.status)) {
      return state.connectionId === connectionId ? 'alive' : 'gone';
    }
    return position > claimedAt ? 'gone' : 'stalled';
  },
  fence: async ticketId => {
    const folded = await states.fresh(states.stream(context.companyId, ticketId));
    const { state } = folded;
    if (isActive(state.status)) return false;
    const end: TicketEvent =
      state.status === 'closed'
        ? { type: 'TicketClosed', data: { ticketId, userId: state.userId, justClose: state.userId === null } }
        : { type: 'TicketDeleted', data: { ticketId } };
    return fence(context, states, folded, end);
  },
});
