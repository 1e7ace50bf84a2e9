import type { LeavingReason } from '#domain/ticket/leaving-reasons.ts';
import type { openStory } from './story.ts';

type Tell = ReturnType<typeof openStory>['tell'];

/** How tickets go through the menu, and end. */
export const menuWords = (tell: Tell, name: (word: string) => string) => {
  const optional = (word: string | null) => (word === null ? null : name(word));
  return {
    closed: (ticket: string) =>
      tell('ticket', name(ticket), {
        type: 'TicketClosed',
        data: { ticketId: name(ticket), userId: null, justClose: true },
      }),
    /** Its contact is in the menu: choosing a queue, or among the options of one. */
    inMenu: (ticket: string, queue: string | null = null, option: string | null = null, wrong = 0) =>
      tell('ticket', name(ticket), {
        type: 'TicketMenuStepped',
        data: { ticketId: name(ticket), queueId: optional(queue), optionId: optional(option), wrong },
      }),
    outOfMenu: (ticket: string, queue: string | null, reason: LeavingReason = 'chosen') =>
      tell('ticket', name(ticket), {
        type: 'TicketMenuLeft',
        data: { ticketId: name(ticket), queueId: optional(queue), reason },
      }),
  };
};
