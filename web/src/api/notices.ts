import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { noticesAnswer } from '#contracts/notices.ts';
import { newCommandId } from '../shared/command-id.ts';
import { fetchData } from './http.ts';

export const noticesKey = ['notices'] as const;

/** What administrators must know, the newest first. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: noticesKey,
  queryFn: ({ pageParam, signal }) =>
    fetchData({ path: '/notices', query: { before: pageParam }, schema: noticesAnswer, signal }),
  initialPageParam: undefined as number | undefined,
  // What cannot be processed may not be told of live.
  refetchInterval: 60_000,
  getNextPageParam: ({ hasMore, notices }) => (hasMore ? notices.at(-1)?.position : undefined),
});

/** All notices up to this position have been seen. */
export const readNotices = async (client: QueryClient, upTo: number): Promise<void> => {
  const path = '/notices/read';
  await fetchData({ method: 'POST', path, body: { upTo }, commandId: newCommandId(), schema: z.unknown() });
  await client.invalidateQueries({ queryKey: noticesKey });
};
