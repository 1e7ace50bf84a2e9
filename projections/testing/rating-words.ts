import type { TicketEvent } from '#domain/ticket/events.ts';
import type { InboxStory } from './inbox-story.ts';
import { company } from './story.ts';

const noon = '2026-01-05T12:00:00.000Z';

/** The words of a story for what contacts are told by itself, are asked after a closing, and answer. */
export const ratingWords = ({ tell, id }: InboxStory, companyId = company) => {
  const of = (ticket: string, event: TicketEvent) => tell('ticket', id(ticket), event, companyId);
  return {
    text: (key: string, text: string) =>
      tell('company', companyId, { type: 'CompanyTextChanged', data: { companyId, key, text } }, companyId),
    ratingAsked: (ticket: string, user: string) =>
      of(ticket, {
        type: 'TicketRatingAsked',
        data: { ticketId: id(ticket), userId: id(user), askedAt: noon, until: noon },
      }),
    rated: (ticket: string, message: string, rating: 1 | 2 | 3, user = 'ana') =>
      of(ticket, {
        type: 'TicketRated',
        data: {
          ...{ ticketId: id(ticket), userId: id(user), rating, messageId: id(message) },
          ...{ ratedAt: noon, reasonUntil: rating === 1 ? noon : null },
        },
      }),
    thanked: (ticket: string, message: string) =>
      of(ticket, { type: 'TicketThanked', data: { ticketId: id(ticket), messageId: id(message) } }),
    explained: (ticket: string, answer: string, message: string, reason: string) =>
      of(ticket, {
        type: 'TicketRatingExplained',
        data: { ticketId: id(ticket), answerId: id(answer), messageId: id(message), reason },
      }),
  };
};
