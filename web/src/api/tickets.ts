import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type TicketsAnswer, ticketCounts, ticketsAnswer } from '#contracts/http.ts';
import type { TicketFilter } from '../features/tickets/ticket-filter.ts';
import { fetchData } from './http.ts';

export const ticketsKey = ['tickets'] as const;
export const ticketCountsKey = ['ticket-counts'] as const;

const parameters = (filter: TicketFilter) => ({
  status: filter.status,
  showAll: filter.showAll,
  searchParam: filter.search,
  queueIds: filter.queueIds === null ? undefined : JSON.stringify(filter.queueIds),
});

/** One list of tickets, page by page. */
export const ticketsQuery = (filter: TicketFilter) =>
  infiniteQueryOptions({
    queryKey: [...ticketsKey, filter] as const,
    queryFn: ({ pageParam, signal }): Promise<TicketsAnswer> =>
      fetchData({
        path: '/tickets',
        query: { ...parameters(filter), cursor: pageParam },
        schema: ticketsAnswer,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.hasMore ? page.nextCursor : null),
  });

/** What the badges show, with the filters of the lists. */
export const ticketCountsQuery = (filter: TicketFilter) =>
  queryOptions({
    queryKey: [...ticketCountsKey, filter] as const,
    queryFn: ({ signal }) =>
      fetchData({ path: '/tickets/counts', query: parameters(filter), schema: ticketCounts, signal }),
  });
