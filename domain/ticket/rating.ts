import { type Decision, nothing, reject } from '../shared/decision.ts';
import { choiceIn } from '../shared/short-answer.ts';
import type { TicketEvent } from './events.ts';
import { isLiving, type Rating, type Ticket } from './ticket.ts';

/** What a contact says of an attendance that is over: a mark, and why it is bad. */

type Decided = Decision<TicketEvent>;
type OfTicket = { readonly ticketId: string };

/** How long an answer counts, and after a bad mark the reason. */
export const ratingWindowMs = 10 * 60_000;

/** WhatsApp's clock and ours differ, and WhatsApp's knows whole seconds only. */
export const clockSlackMs = 30_000;

export type AskRating = OfTicket & { readonly askedAt: string };

/** Once after each closing, of who resolved it: what nobody resolved and groups are not rated. */
export const askRating = ({ ticketId, askedAt }: AskRating, ticket: Ticket): Decided => {
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  if (ticket.status !== 'closed' || ticket.isGroup || ticket.userId === null || ticket.rating) return nothing;
  const { userId } = ticket;
  return [
    { type: 'TicketRatingAsked', data: { ticketId, userId, askedAt, until: after(askedAt, ratingWindowMs) } },
  ];
};

/** No answer counts any more; nothing when none was waited for. */
export const endRating = ({ ticketId }: OfTicket, ticket: Ticket): Decided =>
  isLiving(ticket) && isAwaited(ticket.rating)
    ? [{ type: 'TicketRatingEnded', data: { ticketId } }]
    : nothing;

export type AnswerRating = OfTicket & {
  readonly messageId: string;
  readonly body: string;
  readonly isText: boolean;
  /** Written on the company's own phone. */
  readonly fromMe: boolean;
  /** WhatsApp's time: it says whether the answer came in time, however late we hear of it. */
  readonly sentAt: string;
  /** When we hear of it. */
  readonly at: string;
};

/**
 * What a message means to a closed ticket whose contact may be asked for a mark: the mark, the reason of a bad one, or
 * neither, which ends the waiting. Nothing where nothing is waited for, or when this message was taken for an answer
 * before.
 */
export const answerRating = (answer: AnswerRating, ticket: Ticket): Decided => {
  if (!isLiving(ticket) || !isAwaited(ticket.rating) || isRatingAnswer(ticket, answer.messageId))
    return nothing;
  return [
    answered(answer, ticket.rating) ?? { type: 'TicketRatingEnded', data: { ticketId: answer.ticketId } },
  ];
};

const answered = (answer: AnswerRating, awaited: AwaitedRating): TicketEvent | undefined => {
  const { ticketId, messageId, body, isText, fromMe, sentAt, at } = answer;
  if (!isText || fromMe) return undefined;
  if (awaited.status === 'rated') {
    const reason = body.trim();
    const counts = reason !== '' && isBetween(sentAt, awaited.ratedAt, awaited.reasonUntil);
    const data = { ticketId, answerId: awaited.messageId, messageId, reason };
    return counts ? { type: 'TicketRatingExplained', data } : undefined;
  }
  const rating = ratingIn(body);
  if (!rating || !isBetween(sentAt, awaited.askedAt, awaited.until)) return undefined;
  const heard = Date.parse(at) > Date.parse(sentAt) ? at : sentAt;
  const reasonUntil = rating === 1 ? after(heard, ratingWindowMs) : null;
  const { userId } = awaited;
  return { type: 'TicketRated', data: { ticketId, userId, rating, messageId, ratedAt: sentAt, reasonUntil } };
};

/** What the marks are called: who answers with a word means one of them. */
const marks: readonly (readonly string[])[] = [
  ['insatisfeito', 'insatisfeita', 'dissatisfied', 'insatisfecho', 'insatisfecha'],
  ['satisfeito', 'satisfeita', 'satisfied', 'satisfecho', 'satisfecha'],
  [...['muito satisfeito', 'muito satisfeita', 'very satisfied'], ...['muy satisfecho', 'muy satisfecha']],
];

/** The mark that a text is, however people write it; "10" and what says more are none. */
export const ratingIn = (body: string): 1 | 2 | 3 | undefined => {
  const place = choiceIn(body, marks);
  return place === 0 ? 1 : place === 1 ? 2 : place === 2 ? 3 : undefined;
};

/** Whether a message was taken for the mark or the reason: then it belongs to the closed ticket. */
export const isRatingAnswer = (ticket: Ticket, messageId: string): boolean => {
  const rating = isLiving(ticket) ? ticket.rating : undefined;
  return rating?.status === 'rated' && (rating.messageId === messageId || rating.reasonId === messageId);
};

/** Whether an answer of the contact would be looked at. */
export const awaitsRating = (ticket: Ticket): boolean => isLiving(ticket) && isAwaited(ticket.rating);

type Asked = Extract<Rating, { status: 'asked' }>;
type Unexplained = Extract<Rating, { status: 'rated' }> & { readonly reasonUntil: string };
type AwaitedRating = Asked | Unexplained;

const isAwaited = (rating: Rating | undefined): rating is AwaitedRating =>
  rating?.status === 'asked' || (rating?.status === 'rated' && rating.reasonUntil !== null);

const isBetween = (sentAt: string, from: string, until: string): boolean => {
  const sent = Date.parse(sentAt);
  return sent >= Date.parse(from) - clockSlackMs && sent <= Date.parse(until);
};

const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();
