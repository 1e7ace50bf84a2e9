import type { Action } from '#domain/access/table.ts';
import type { Decision } from '#domain/shared/decision.ts';
import type { TicketEvent } from '#domain/ticket/events.ts';
import { isChoosing, isLiving, type Ticket } from '#domain/ticket/ticket.ts';
import type { Seen } from '#domain/ticket/visibility.ts';
import type { Handling } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

/** What handling a command on a ticket always needs. */
export const onTicket = (
  { states }: CommandDeps,
  id: string,
  action: Action,
  decide: (ticket: Ticket) => Decision<TicketEvent>,
): Handling<Ticket, TicketEvent> => ({ states: states.ticket, id, action, ticket: seen, decide });

export const seen = (ticket: Ticket): Seen | undefined =>
  isLiving(ticket) ? { ...ticket, chatbot: isChoosing(ticket) } : undefined;
