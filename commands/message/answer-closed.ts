import { settingsOf } from '#domain/company/company.ts';
import { type AnswerKind, answerClosed, answerKindOf } from '#domain/ticket/after-closing.ts';
import { awaitsRating } from '#domain/ticket/rating.ts';
import { isThanks } from '#domain/ticket/thanks.ts';
import { isLiving } from '#domain/ticket/ticket.ts';
import { type CommandContext, stepOf } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { lastClosing } from '../ticket/last-closing.ts';
import { onTicket } from '../ticket/on-ticket.ts';
import type { InboundMessage } from './inbound-message.ts';

/** A message that a closed ticket has taken for what it asked, or for thanks. */
export type Answer = {
  readonly ticketId: string;
  readonly contactId: string;
  readonly answers: AnswerKind;
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
    const answers = state.status === 'closed' ? answerKindOf(state, messageId) : undefined;
    return answers && { ticketId, contactId: state.contactId, answers };
  };
  const isThankful = saysThanks(inbound);
  if (answer(known) || !(awaitsRating(known) || isThankful)) return answer(known);
  const { body, mediaType, sentAt, waKey } = inbound;
  const thanks = isThankful ? await thanksPeriod(deps, context.companyId, ticketId) : undefined;
  const given = { ticketId, messageId, body, sentAt, at: context.at, thanks };
  const command = { ...given, isText: mediaType === 'text', fromMe: waKey.fromMe };
  const decide = onTicket(deps, ticketId, 'ticket.answerRating', ticket => answerClosed(command, ticket));
  const { state } = await handle(stepOf(context, 'answer', ticketId), decide);
  return isLiving(state) ? answer(state) : undefined;
};

/** Nothing but thanks: a text without a card beside it, or a sticker. */
const saysThanks = ({ body, mediaType, parts, mediaHint, waKey, chat }: InboundMessage): boolean => {
  if (waKey.fromMe || chat.isGroup || (parts && parts.length > 0)) return false;
  return mediaType === 'text' ? isThanks(body) : mediaHint?.sticker === true;
};

/** While thanks stay in a closed ticket: some minutes from its last closing on. Undefined where the company wants none. */
const thanksPeriod = async (
  deps: CommandDeps,
  companyId: string,
  ticketId: string,
): Promise<{ readonly from: string; readonly until: string } | undefined> => {
  const { company } = deps.states;
  const { state } = await company.fresh(company.stream(companyId, companyId));
  const minutes = Number(settingsOf(state).thanksMinutes);
  if (minutes === 0) return undefined;
  const from = (await lastClosing(deps, companyId, ticketId)).closing?.metadata.at;
  if (from === undefined) return undefined;
  return { from, until: new Date(Date.parse(from) + minutes * 60_000).toISOString() };
};
