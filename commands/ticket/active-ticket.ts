import type { TicketEvent } from '#domain/ticket/events.ts';
import { isActive } from '#domain/ticket/lifecycle.ts';
import { isLiving, type Ticket } from '#domain/ticket/ticket.ts';
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
 * Whether a ticket is the one that a contact is attended in on a connection: its own, or one of somebody who is merged
 * into it, and no longer.
 */
export const isAttendedIn = async (
  deps: CommandDeps,
  companyId: string,
  ticket: Ticket,
  { contactId, connectionId }: Place,
): Promise<boolean> => {
  if (!isLiving(ticket) || !isActive(ticket.status) || ticket.connectionId !== connectionId) return false;
  return isOneWith(deps, companyId, ticket.contactId, contactId);
};

/** Whether a contact is another, or merged into it, and no longer. */
export const isOneWith = async (
  deps: CommandDeps,
  companyId: string,
  contactId: string,
  otherId: string,
): Promise<boolean> =>
  contactId === otherId || (await shownContact(deps, companyId, contactId)).contactId === otherId;

/**
 * Tickets as owners of that key. The key is not given back when a ticket ends: the next one takes it over, and a
 * ticket that is reopened must take it anew.
 */
export const ticketOwners = (
  deps: CommandDeps,
  context: CommandContext,
  place: Place,
  states = deps.states.ticket,
): Owners => ({
  look: async (ticketId, claimedAt) => {
    const { state, position } = await states.fresh(states.stream(context.companyId, ticketId));
    if (state.status === 'none') return 'never';
    if (isLiving(state) && isActive(state.status))
      return (await isAttendedIn(deps, context.companyId, state, place)) ? 'alive' : 'gone';
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
