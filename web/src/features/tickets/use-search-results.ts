import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { messageSearchQuery } from '../../api/message-search.ts';
import type { TicketFilter } from '../../api/ticket-filter.ts';
import { ticketsQuery } from '../../api/tickets.ts';
import { ticketCount, ticketRows } from '../../live/ticket-lists.ts';
import { searchItems } from './search-items.ts';

/** Tickets that fit and messages that have the words. What was found before stays until there is something new. */
export const useSearchResults = (filter: TicketFilter, words: string) => {
  const tickets = useInfiniteQuery({ ...ticketsQuery(filter), placeholderData: keepPreviousData });
  const messages = useInfiniteQuery({
    ...messageSearchQuery(words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  const [expandedFor, setExpandedFor] = useState('');
  const expanded = expandedFor === words;
  const found = messages.data;
  const failed = words !== '' && messages.isError;
  const items = useMemo(
    () =>
      tickets.data
        ? searchItems({
            tickets: ticketRows(tickets.data),
            count: ticketCount(tickets.data),
            expanded,
            messages: words === '' ? null : found?.pages.flatMap(page => page.found),
            failed,
          })
        : [],
    [tickets.data, found, failed, expanded, words],
  );
  const all = expanded || words === '';
  const next = all && tickets.hasNextPage ? tickets : words === '' ? undefined : messages;
  const wanted = next?.hasNextPage && !next.isFetching && !next.isFetchNextPageError;
  const fetchNextPage = next?.fetchNextPage;
  return {
    items,
    count: tickets.data ? ticketCount(tickets.data) : 0,
    expanded,
    toggle: () => setExpandedFor(expanded ? '' : words),
    isPending: tickets.isPending || (words !== '' && messages.isPending),
    isOld: tickets.isPlaceholderData || (words !== '' && messages.isPlaceholderData),
    isLoadingOn: tickets.isFetchingNextPage || messages.isFetchingNextPage,
    error: tickets.error,
    messagesError: messages.error,
    retry: () => {
      void tickets.refetch();
      if (words !== '') void messages.refetch();
    },
    loadOn: useCallback(() => {
      if (wanted) void fetchNextPage?.();
    }, [wanted, fetchNextPage]),
  };
};

export type SearchResultsState = ReturnType<typeof useSearchResults>;
