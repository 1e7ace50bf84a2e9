import { infiniteQueryOptions } from '@tanstack/react-query';
import { type SearchMessagesAnswer, searchMessagesAnswer } from '#contracts/search.ts';
import { fetchData } from './http.ts';

/** Messages that have these words (two characters at least), the newest first, page by page. */
export const messageSearchQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: ['found-messages', words] as const,
    queryFn: ({ pageParam, signal }): Promise<SearchMessagesAnswer> =>
      fetchData({
        path: '/messages/search',
        query: { searchParam: words, cursor: pageParam },
        schema: searchMessagesAnswer,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.hasMore ? page.nextCursor : null),
    staleTime: 0,
  });
