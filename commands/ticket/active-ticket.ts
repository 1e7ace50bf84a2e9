import type { TicketEvent } from '#domain/ticket/events.ts';
import { isActive } from '#domain/ticket/lifecycle.ts';
import { isLiving } from '#domain/ticket/ticket.ts';
import type { Key, Owners } from '../claims.ts';
import { shownContact } from '../contact/shown-contact.ts';
import type { CommandContext } from '../context.ts';
import type { CommandDeps } from '../states.ts';
import { appendTombstone } from '../tombstone.ts';

type Place = { readonly contactId: string; readonly connectionId: string };

/** The key that makes a contact have one active ticket on a connection. */
export const activeTicketKey = ({ contactId, connectionId }: Place): Key => ({
  kind: 'active-ticket',
  value: `${contactId}/${connectionId}`,
});

/**
 * Tickets as owners of that key. The key is not given back when a ticket ends: the next one takes it over, and a
 * ticket that is reopened must take it anew. A ticket of another contact owns it while that one is merged into
 * this one, and no longer.
 */
export const ticketOwners = (
  deps: CommandDeps,
  context: CommandContext,
  { contactId, connectionId }: Place,
  states = deps.states.ticket,
): Owners => ({
  look: async (ticketId, claimedAt) => {
    const { state, position } = await states.fresh(states.stream(context.companyId, ticketId));
    if (state.status === 'none') return 'never';
    if (isLiving(state) && isActive(state.status)) {
      if (state.connectionId !== connectionId) return 'gone';
      const serves =
        state.contactId === contactId ||
        (await shownContact(deps, context.companyId, state.contactId)).contactId === contactId;
      return serves ? 'alive' : 'gone';
    }
    return position > claimedAt ? 'gone' : 'stalled';
  },
  end: async ticketId => {
    const folded = await states.fresh(states.stream(context.companyId, ticketId));
    const { state } = folded;
    if (isActive(state.status)) return false;
    const end: TicketEvent =
      state.status === 'closed'
        ? { type: 'TicketClosed', data: { ticketId, userId: state.userId, justClose: state.userId === null } }
        : { type: 'TicketDeleted', data: { ticketId } };
    return appendTombstone(context, states, folded, end);
  },
});
