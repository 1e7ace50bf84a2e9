import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ticketCounts, ticketsAnswer } from '#contracts/http.ts';
import { fetchData } from './http.ts';
import type { TicketFilter } from './ticket-filter.ts';
import { asPage, type TicketPage } from './ticket-page.ts';

export const ticketsKey = ['tickets'] as const;
export const ticketCountsKey = ['ticket-counts'] as const;

const list = (ids: readonly string[] | null | undefined): string | undefined =>
  ids?.length ? JSON.stringify(ids) : undefined;

const parameters = (filter: TicketFilter) => ({
  status: filter.status,
  showAll: filter.showAll,
  searchParam: filter.search,
  queueIds: list(filter.queueIds),
  tags: list(filter.tagIds),
  users: list(filter.userIds),
  date: filter.created,
  updatedAt: filter.updated,
});

/** One list of tickets, page by page. */
export const ticketsQuery = (filter: TicketFilter) =>
  infiniteQueryOptions({
    queryKey: [...ticketsKey, filter] as const,
    queryFn: async ({ pageParam, signal }): Promise<TicketPage> =>
      asPage(
        await fetchData({
          path: '/tickets',
          query: { ...parameters(filter), cursor: pageParam },
          schema: ticketsAnswer,
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.hasMore ? page.nextCursor : null),
    // Frames do not tell of every message that has what was searched for.
    staleTime: filter.search ? 0 : Number.POSITIVE_INFINITY,
    // Thousands of rows are compared for nothing: each row is kept or replaced whole.
    structuralSharing: false,
  });

/** What the badges show, with the filters of the lists. */
export const ticketCountsQuery = (filter: TicketFilter) =>
  queryOptions({
    queryKey: [...ticketCountsKey, filter] as const,
    queryFn: ({ signal }) =>
      fetchData({ path: '/tickets/counts', query: parameters(filter), schema: ticketCounts, signal }),
  });
