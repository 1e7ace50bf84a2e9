import { queryOptions } from '@tanstack/react-query';
import { featuresAnswer } from '#contracts/http.ts';
import { fetchData } from './http.ts';

/** What this installation offers. */
export const featuresQuery = queryOptions({
  queryKey: ['features'],
  queryFn: ({ signal }) => fetchData({ path: '/features', schema: featuresAnswer, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
