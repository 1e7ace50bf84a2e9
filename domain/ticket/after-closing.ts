import { type Decision, isRejection, nothing } from '../shared/decision.ts';
import type { TicketEvent } from './events.ts';
import { type AnswerRating, answerRating, clockSlackMs } from './rating.ts';
import { isLiving, type Ticket } from './ticket.ts';

/** What a message that came after a closing can be to the closed ticket. */
export type AnswerKind = 'rating' | 'rating-reason' | 'thanks';

export type AnswerClosed = AnswerRating & {
  /** Since when and until when thanks stay in the ticket (ISO), where the message says nothing but thanks. */
  readonly thanks?: { readonly from: string; readonly until: string } | undefined;
};

/**
 * What a message means to a closed ticket: an answer to what was asked, thanks, which leave the asking as it is, or
 * neither, which ends it. Nothing where the message was taken before, where nothing is waited for, and in a ticket that
 * is not closed.
 */
export const answerClosed = (answer: AnswerClosed, ticket: Ticket): Decision<TicketEvent> => {
  const { ticketId, messageId } = answer;
  if (!isLiving(ticket) || ticket.status !== 'closed' || answerKindOf(ticket, messageId)) return nothing;
  const decided = answerRating(answer, ticket);
  const isMark = !isRejection(decided) && decided.some(({ type }) => type === 'TicketRated');
  if (isMark || !isThankful(answer) || ticket.isGroup) return decided;
  return [{ type: 'TicketThanked', data: { ticketId, messageId } }];
};

const isThankful = ({ thanks, fromMe, sentAt }: AnswerClosed): boolean => {
  if (!thanks || fromMe) return false;
  const sent = Date.parse(sentAt);
  return sent >= Date.parse(thanks.from) - clockSlackMs && sent <= Date.parse(thanks.until);
};

/** As what a closed ticket has taken a message, which then belongs to it; undefined where it has not. */
export const answerKindOf = (ticket: Ticket, messageId: string): AnswerKind | undefined => {
  if (!isLiving(ticket)) return undefined;
  const { rating, thanks } = ticket;
  if (thanks?.includes(messageId)) return 'thanks';
  if (rating?.status !== 'rated') return undefined;
  if (rating.messageId === messageId) return 'rating';
  return rating.reasonId === messageId ? 'rating-reason' : undefined;
};
