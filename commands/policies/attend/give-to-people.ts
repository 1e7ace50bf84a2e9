import { leaveMenu } from '#domain/menu/menu.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { isForMachines, type LivingTicket, menuStepOf } from '#domain/ticket/ticket.ts';
import type { AwaitedReplies } from './awaited-replies.ts';
import type { Letter } from './letter.ts';
import { idFrom, type Visit } from './visit.ts';

const top = { queueId: null, optionId: null, wrong: 0 };

/** Somebody of the company wrote: whoever was in the menu is out of it, and machines are silent in this ticket. */
export const giveToPeople = async (visit: Visit, { event, companyId, ticketId }: Letter): Promise<void> => {
  const { ticket } = await visit.attending.ticket(companyId, ticketId);
  if (!isForMachines(ticket)) return;
  const { menu } = await visit.office(companyId, ticket.connectionId, ticket.queueId);
  const goesTo = leaveMenu(menu, menuStepOf(ticket) ?? top, 'taken out').goesTo;
  const queueId = ticket.queueId ?? goesTo?.queueId ?? null;
  const context = visit.context(event, idFrom(event.id));
  visit.done(await visit.ticket.leaveMenu(context, { ticketId, queueId, reason: 'answered' }), ticketId);
};

/**
 * The reply to a scheduled message is its author's to answer; false where the author is gone or works elsewhere, and it
 * is attended like any other. Who has a ticket keeps it.
 */
export const giveToAuthor = async (
  visit: Visit,
  replies: AwaitedReplies,
  letter: Letter,
  { connectionId }: LivingTicket,
): Promise<boolean> => {
  const awaited = await replies.answeredBy(letter);
  if (awaited?.connectionId !== connectionId) return false;
  const { event, ticketId } = letter;
  const { userId } = awaited;
  const context = visit.context(event, idFrom(event.id));
  const outcome = await visit.ticket.acceptFor(context, { ticketId, userId });
  if (isRejection(outcome) && outcome.rejected !== 'ERR_CONFLICT') return false;
  visit.done(outcome, ticketId);
  return true;
};
