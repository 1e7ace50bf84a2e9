import type { TicketsAnswer } from '#contracts/http.ts';
import type { TicketView } from '#contracts/views.ts';

/** What a list is sorted by. */
export type TicketPlace = Pick<TicketView, 'activeAt' | 'id'>;

/** A page as it was loaded. `end` is where it ends: what comes behind it is not in this page. Null is the list's end. */
export type TicketPage = TicketsAnswer & { readonly end?: TicketPlace | null };

export const asPage = (answer: TicketsAnswer): TicketPage => {
  const last = answer.tickets.at(-1);
  return { ...answer, end: answer.hasMore && last ? { activeAt: last.activeAt, id: last.id } : null };
};
