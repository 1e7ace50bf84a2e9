import { isRejection } from '#domain/shared/decision.ts';
import { closeTicket } from '#domain/ticket/decide.ts';
import { isActive } from '#domain/ticket/lifecycle.ts';
import { isLiving, type LivingTicket } from '#domain/ticket/ticket.ts';
import { type CommandContext, type Outcome, stepOf } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { activeTicketKey, isOneWith, ticketOwners } from './active-ticket.ts';
import { onTicket } from './on-ticket.ts';

/**
 * A ticket's contact was merged into another: from now on it is that one's active ticket on its connection, too. When
 * that one has an active ticket already, one of the two is closed without a word to the contact: the one that nobody
 * attends to, else the one of who was merged. Quiet for a ticket that has ended, and when the two are not one any more.
 */
export const joinTicketCommand =
  (deps: CommandDeps) =>
  async (
    context: CommandContext,
    { ticketId, contactId }: { readonly ticketId: string; readonly contactId: string },
  ): Promise<Outcome | undefined> => {
    const { claims, states } = deps;
    const read = async (id: string) =>
      (await states.ticket.fresh(states.ticket.stream(context.companyId, id))).state;
    const close = async (id: string) => {
      const decide = onTicket(deps, id, 'ticket.close', ticket =>
        closeTicket({ ticketId: id, userId: null, justClose: true }, ticket),
      );
      return (await handle(stepOf(context, 'close', id), decide)).outcome;
    };
    const ticket = await read(ticketId);
    if (!isLiving(ticket) || !isActive(ticket.status)) return undefined;
    // Who tells of the merge may be late: they may be two again.
    if (!(await isOneWith(deps, context.companyId, ticket.contactId, contactId))) return undefined;
    const place = { contactId, connectionId: ticket.connectionId };
    const take = () =>
      claims.take(
        context,
        { key: activeTicketKey(place), ownerId: ticketId, renew: true },
        ticketOwners(deps, context, place),
      );
    const otherId = await take();
    if (otherId === ticketId) return undefined;
    const other = await read(otherId);
    const stays = isLiving(other) && isAttended(ticket) && !isAttended(other);
    if (!stays) return close(ticketId);
    const outcome = await close(otherId);
    if (!isRejection(outcome)) await take();
    return outcome;
  };

const isAttended = ({ status }: Pick<LivingTicket, 'status'>): boolean => status === 'open';
