import { isActive } from '#domain/ticket/lifecycle.ts';
import type { Key, Owners } from '../claims.ts';
import type { CommandContext } from '../context.ts';
import { fence } from '../fence.ts';
import type { Machinery } from '../states.ts';

/** The key that makes a contact have one active ticket on a connection. */
export const activeTicketKey = (place: {
  readonly contactId: string;
  readonly connectionId: string;
}): Key => ({ kind: 'active-ticket', value: `${place.contactId}/${place.connectionId}` });

/** Tickets as owners of that key: a closed or deleted one is gone. */
export const ticketOwners = ({ states }: Machinery, context: CommandContext): Required<Owners> => ({
  look: async ticketId => {
    const { state } = await states.ticket.fresh(states.ticket.stream(context.companyId, ticketId));
    if (state.status === 'none') return 'never';
    return isActive(state.status) ? 'alive' : 'gone';
  },
  fence: ticketId => fence(context, states.ticket, ticketId, { type: 'TicketDeleted', data: { ticketId } }),
});
