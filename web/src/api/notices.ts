import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { noticesAnswer } from '#contracts/notices.ts';
import { newCommandId } from '../shared/command-id.ts';
import { fetchData } from './http.ts';

export const noticesKey = ['notices'] as const;

const everyMs = 60_000;

/**
 * What administrators must know, the newest first. What is found out about the log, and what of it cannot be processed, is
 * no event and no frame: it is asked for.
 */
export const noticesQuery = infiniteQueryOptions({
  queryKey: noticesKey,
  queryFn: ({ pageParam, signal }) =>
    fetchData({ path: '/notices', query: { before: pageParam }, schema: noticesAnswer, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ hasMore, notices }) => (hasMore ? notices.at(-1)?.position : undefined),
  refetchInterval: everyMs,
});

/** All notices up to this position have been seen. */
export const readNotices = async (client: QueryClient, upTo: number): Promise<void> => {
  const path = '/notices/read';
  await fetchData({ method: 'POST', path, body: { upTo }, commandId: newCommandId(), schema: z.unknown() });
  await client.invalidateQueries({ queryKey: noticesKey });
};
