import { isActive } from '#domain/ticket/lifecycle.ts';
import type { Ticket } from '#domain/ticket/ticket.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { CommandDeps } from '../states.ts';

export type LastClosing = {
  /** Of all its events. */
  readonly ticket: Ticket;
  /** Undefined where it was never closed. */
  readonly closing: Extract<Recorded, { readonly type: 'TicketClosed' }> | undefined;
};

/**
 * A ticket with the event that closed it last. One that is closed can be closed another time, where a claim is taken from
 * it: only the first is its closing.
 */
export const lastClosing = async (
  { states: { ticket: states } }: Pick<CommandDeps, 'states'>,
  companyId: string,
  ticketId: string,
): Promise<LastClosing> => {
  const { initial, evolve } = states.concept.entity;
  let ticket = initial;
  let closing: LastClosing['closing'];
  for (const event of await states.events(states.stream(companyId, ticketId))) {
    if (event.type === 'TicketClosed' && isActive(ticket.status)) closing = event;
    if (states.concept.isEvent(event)) ticket = evolve(ticket, event);
  }
  return { ticket, closing };
};
