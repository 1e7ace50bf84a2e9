import { answerRating, awaitsRating, isRatingAnswer } from '#domain/ticket/rating.ts';
import { isLiving } from '#domain/ticket/ticket.ts';
import { type CommandContext, stepOf } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { onTicket } from '../ticket/on-ticket.ts';
import type { InboundMessage } from './inbound-message.ts';

/** A message that a closed ticket has taken for what it asked. */
export type Answer = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly answers: 'rating' | 'rating-reason';
};

/**
 * Gives a message to a closed ticket whose state was just read. What it takes is noted there, once; what it does not
 * take ends its waiting, so that of two messages at once one comes first. Undefined when the message is for the next
 * ticket.
 */
export const takeAnswer = async (
  deps: CommandDeps,
  context: CommandContext,
  messageId: string,
  inbound: InboundMessage,
  ticketId: string,
): Promise<Answer | undefined> => {
  const { ticket: states } = deps.states;
  const known = states.cached(states.stream(context.companyId, ticketId))?.state;
  if (!known || !isLiving(known)) return undefined;
  const answer = (state: typeof known): Answer | undefined => {
    if (state.status !== 'closed' || !isRatingAnswer(state, messageId)) return undefined;
    const isRating = state.rating?.status === 'rated' && state.rating.messageId === messageId;
    return { ticketId, contactId: state.contactId, answers: isRating ? 'rating' : 'rating-reason' };
  };
  if (!awaitsRating(known)) return answer(known);
  const { body, mediaType, sentAt, waKey } = inbound;
  const given = { ticketId, messageId, body, sentAt, at: context.at };
  const command = { ...given, isText: mediaType === 'text', fromMe: waKey.fromMe };
  const decide = onTicket(deps, ticketId, 'ticket.answerRating', ticket => answerRating(command, ticket));
  const { state } = await handle(stepOf(context, 'answer', ticketId), decide);
  return isLiving(state) ? answer(state) : undefined;
};
