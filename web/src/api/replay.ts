import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type PastList, pastMessages, pastOverview, pastTicket, pastTickets } from '#contracts/replay.ts';
import { fetchData } from './http.ts';

const path = '/replay/as-it-was';
/** What was does not change: it is asked for once while it is looked at. Names do, seldom. */
const past = { staleTime: 5 * 60_000, refetchOnWindowFocus: false } as const;

/** GET /replay/as-it-was */
export const pastOverviewQuery = (at: string) =>
  queryOptions({
    ...past,
    queryKey: ['replay', 'overview', at] as const,
    queryFn: ({ signal }) => fetchData({ path, query: { at }, schema: pastOverview, signal }),
    placeholderData: keepPreviousData,
  });

/** GET /replay/as-it-was/tickets */
export const pastTicketsQuery = (at: string, list: PastList) =>
  infiniteQueryOptions({
    ...past,
    queryKey: ['replay', 'tickets', at, list] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      fetchData({ path: `${path}/tickets`, query: { at, list, cursor }, schema: pastTickets, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** GET /replay/as-it-was/tickets/{id} */
export const pastTicketQuery = (at: string, id: string) =>
  queryOptions({
    ...past,
    queryKey: ['replay', 'ticket', at, id] as const,
    queryFn: ({ signal }) =>
      fetchData({ path: `${path}/tickets/${id}`, query: { at }, schema: pastTicket, signal }),
  });

/** GET /replay/as-it-was/tickets/{id}/messages: the newest page first. */
export const pastMessagesQuery = (at: string, id: string) =>
  infiniteQueryOptions({
    ...past,
    queryKey: ['replay', 'messages', at, id] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      fetchData({
        path: `${path}/tickets/${id}/messages`,
        query: { at, cursor },
        schema: pastMessages,
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
