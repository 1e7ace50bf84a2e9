import type { TicketView } from '#contracts/views.ts';
import { type FoundTicket, findTicket } from '#projections/inbox/queries/tickets.ts';
import type { Tenants } from '#projections/tenant.ts';
import { type Caller, viewerOf } from '../auth/callers.ts';
import { refuse } from '../errors/refusal.ts';

/** @throws ERR_NO_PERMISSION for a ticket out of this caller's sight, ERR_NO_TICKET_FOUND for none of the company. */
export const ticketFor = async (tenants: Tenants, { user }: Caller, id: string): Promise<TicketView> =>
  visible(await tenants.read(user.companyId, db => findTicket(db, viewerOf(user), id)));

export const visible = (answer: FoundTicket): TicketView => {
  if (answer.found === 'ticket') return answer.ticket;
  throw answer.found === 'hidden'
    ? refuse('ERR_NO_PERMISSION', { action: 'ticket.seeAny' })
    : refuse('ERR_NO_TICKET_FOUND');
};
