import type { TicketView } from '#contracts/views.ts';

type Ticket = Pick<TicketView, 'id' | 'number' | 'activeAt' | 'createdAt'>;

/**
 * The other tickets of a contact, in the order they were given: those before this one and those after it. What was
 * imported from the phone came before whatever was written later, though its number is higher.
 */
export const aroundTicket = <Shown extends Ticket>(
  ticket: Ticket,
  all: readonly Shown[],
): { readonly earlier: readonly Shown[]; readonly later: readonly Shown[] } => {
  const isEarlier = ({ number, activeAt }: Ticket): boolean =>
    number < ticket.number || activeAt < ticket.createdAt;
  const others = all.filter(({ id }) => id !== ticket.id);
  return {
    earlier: others.filter(isEarlier),
    later: others.filter(other => !isEarlier(other)),
  };
};
