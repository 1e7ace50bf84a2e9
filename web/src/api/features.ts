import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { fetchData } from './http.ts';

const featuresAnswer = z.object({ simulator: z.boolean() });

/** What this installation offers. */
export const featuresQuery = queryOptions({
  queryKey: ['features'],
  queryFn: ({ signal }) => fetchData({ path: '/features', schema: featuresAnswer, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
