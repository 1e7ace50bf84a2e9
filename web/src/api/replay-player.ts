import { queryOptions } from '@tanstack/react-query';
import { sliceAnswer } from '#contracts/replay-player.ts';
import { fetchData } from './http.ts';

export type PlayedDays = { readonly from: string; readonly to: string };

/** GET /replay/slice: what a period was, to be played. The past does not change by itself; it is read once. */
export const sliceQuery = (days: PlayedDays | undefined) =>
  queryOptions({
    queryKey: ['replay', 'slice', days] as const,
    queryFn: ({ signal }) =>
      fetchData({ path: '/replay/slice', query: { ...days }, schema: sliceAnswer, signal }),
    enabled: days !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });
