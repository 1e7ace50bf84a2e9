import type { CommandContext, Outcome } from '#commands/context.ts';
import type { ChangeTicketBody } from '#contracts/http.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { CallRefused } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';

type Ticket = Gateway['commands']['ticket'];
type Change = {
  readonly context: CommandContext;
  readonly ticketId: string;
  readonly body: ChangeTicketBody;
  readonly defaultConnection: () => Promise<string | null>;
};

/**
 * One call for all changes of a ticket: which command is meant follows from what is sent (specification, core,
 * section 4). The ticket's own stream decides whether `pending` means returning or reopening.
 */
export const changeTicket = (ticket: Ticket, change: Change): Promise<Outcome> => {
  const { status, queueId, userId } = change.body;
  switch (status) {
    case 'open':
      if (change.body.reopen) return reopen(ticket, change, true);
      return userId && userId !== change.context.principal?.userId
        ? transfer(ticket, change)
        : accept(ticket, change);
    case 'pending':
      return pend(ticket, change);
    case 'closed':
      return ticket.close(change.context, {
        ticketId: change.ticketId,
        justClose: change.body.justClose ?? false,
      });
    case 'groups':
      throw new CallRefused('ERR_VALIDATION', { message: 'body.status: a ticket cannot be made a group' });
    case undefined:
      if (queueId || userId) return transfer(ticket, change);
      throw new CallRefused('ERR_VALIDATION', { message: 'body: nothing to change is named' });
  }
};

const accept = (ticket: Ticket, { context, ticketId, body }: Change) =>
  ticket.accept(context, {
    ticketId,
    queueId: body.queueId ?? null,
    ...(body.revision === undefined ? {} : { expectedRevision: body.revision }),
  });

/** Returns it, or with a queue gives it to that queue; when it turns out to be closed, reopens it. */
const pend = async (ticket: Ticket, change: Change): Promise<Outcome> => {
  const { context, ticketId, body } = change;
  const tried = await (body.queueId ? transfer(ticket, change) : ticket.return(context, { ticketId }));
  if (!isRejection(tried) || tried.rejected !== 'ERR_TICKET_CLOSED') return tried;
  return reopen(ticket, change, false);
};

const reopen = (ticket: Ticket, { context, ticketId, body, defaultConnection }: Change, takes: boolean) =>
  ticket.reopen(context, {
    ticketId,
    queueId: body.queueId ?? null,
    connectionId: body.whatsappId ?? null,
    ...{ defaultConnection, takes },
  });

const transfer = (ticket: Ticket, { context, ticketId, body }: Change) =>
  ticket.transfer(context, {
    ticketId,
    queueId: body.queueId ?? null,
    userId: body.userId ?? null,
    notes: body.notes ?? null,
  });
