import type { TicketView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { can } from '#domain/ticket/lifecycle.ts';

type Who = { readonly id: string; readonly profile: 'admin' | 'user' };

/** Whether a ticket is this person's to answer: theirs, a group's, or anybody's for who may answer any. */
export const isTheirs = (user: Who, ticket: TicketView): boolean =>
  may(user, 'ticket.answerAny') || ticket.isGroup || ticket.userId === user.id;

/** Who may answer now may change, too, what was said. */
export const mayAnswer = (user: Who, ticket: TicketView): boolean =>
  can(ticket.status, 'send') && isTheirs(user, ticket);
