import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type TicketsAnswer, ticketsAnswer } from '#contracts/http.ts';
import { ticketHistoryAnswer } from '#contracts/ticket-notes.ts';
import type { TicketView } from '#contracts/views.ts';
import { fetchData } from './http.ts';

/** What was done to a ticket, the oldest first. The revision in the key has it asked for anew after each action. */
export const ticketHistoryQuery = ({ id, revision, position }: TicketView) =>
  queryOptions({
    queryKey: ['ticket-history', id, revision],
    queryFn: ({ signal }) =>
      fetchData({
        path: `/tickets/${id}/history`,
        schema: ticketHistoryAnswer,
        minPosition: position,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** All tickets of a contact that one may see, the last changed first. */
export const contactTicketsQuery = (contactId: string) =>
  infiniteQueryOptions({
    queryKey: ['contact-tickets', contactId],
    queryFn: ({ pageParam, signal }): Promise<TicketsAnswer> =>
      fetchData({
        path: '/tickets',
        query: { contactId, showAll: true, cursor: pageParam },
        schema: ticketsAnswer,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.hasMore ? page.nextCursor : null),
    staleTime: 0,
  });
