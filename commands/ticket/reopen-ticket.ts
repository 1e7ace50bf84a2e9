import { isRejection, reject } from '#domain/shared/decision.ts';
import { closeTicket, reopenTicket } from '#domain/ticket/decide.ts';
import { isLiving, type Ticket } from '#domain/ticket/ticket.ts';
import { type CommandContext, type Outcome, stepOf } from '../context.ts';
import { handle, rehearse } from '../handle.ts';
import type { Machinery } from '../states.ts';
import { activeTicketKey, ticketOwners } from './active-ticket.ts';
import { onTicket } from './on-ticket.ts';

export type ReopenTicketInput = {
  readonly ticketId: string;
  readonly queueId: string | null;
  readonly connectionId?: string | null | undefined;
};

/**
 * Makes a closed ticket pending again, unless its contact has another active one on that connection: then
 * ERR_OTHER_OPEN_TICKET with its id. A queue is required, but for groups.
 */
export const reopenTicketCommand =
  (machinery: Machinery) =>
  async (context: CommandContext, input: ReopenTicketInput): Promise<Outcome> => {
    const { ticketId, queueId } = input;
    const connectionId = input.connectionId ?? undefined;
    const missing = await missingPlace(machinery, context, { queueId, connectionId });
    if (missing) return missing;
    const decide = (ticket: Ticket) => reopenTicket({ ticketId, queueId, connectionId }, ticket);
    const handling = onTicket(machinery, ticketId, 'ticket.reopen', decide);
    const { refusal, before, done } = await rehearse(context, handling);
    if (refusal) return refusal;
    if (done || !isLiving(before)) return (await handle(context, handling)).outcome;
    const key = activeTicketKey({ ...before, connectionId: connectionId ?? before.connectionId });
    const owner = await machinery.claims.take(context, key, ticketId, ticketOwners(machinery, context));
    if (owner !== ticketId) return reject('ERR_OTHER_OPEN_TICKET', { ticketId: owner });
    const { outcome } = await handle(context, handling);
    return isRejection(outcome) ? outcome : keepIfStillOurs(machinery, context, { ticketId, key, outcome });
  };

/** While a closed ticket held the key it could be taken over; whoever has it then is the active ticket. */
const keepIfStillOurs = async (
  machinery: Machinery,
  context: CommandContext,
  reopened: { ticketId: string; key: ReturnType<typeof activeTicketKey>; outcome: Outcome },
): Promise<Outcome> => {
  const { ticketId, key, outcome } = reopened;
  const owner = await machinery.claims.owner(context.companyId, key);
  if (owner === ticketId) return outcome;
  const decide = (ticket: Ticket) => closeTicket({ ticketId, userId: null, justClose: true }, ticket);
  await handle(stepOf(context, 'undo'), onTicket(machinery, ticketId, 'ticket.close', decide));
  return reject('ERR_OTHER_OPEN_TICKET', { ticketId: owner });
};

const missingPlace = async (
  { states }: Machinery,
  { companyId }: CommandContext,
  { queueId, connectionId }: { queueId: string | null; connectionId: string | undefined },
): Promise<Outcome | undefined> => {
  const [queue, connection] = await Promise.all([
    queueId ? states.queue.fresh(states.queue.stream(companyId, queueId)) : undefined,
    connectionId ? states.connection.fresh(states.connection.stream(companyId, connectionId)) : undefined,
  ]);
  if (queue && queue.state.status !== 'active') return reject('ERR_NO_QUEUE_FOUND', { queueId });
  if (connection && connection.state.status !== 'active') {
    return reject('ERR_NO_WAPP_FOUND', { connectionId });
  }
  return undefined;
};
