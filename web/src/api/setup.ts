import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { setupAnswer, type setupBody } from '#contracts/http.ts';
import { fetchData } from './http.ts';

/** Whether the first company is still to be made. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => fetchData({ path: '/setup', schema: setupAnswer, signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export const createFirstCompany = (body: z.input<typeof setupBody>): Promise<unknown> =>
  fetchData({ method: 'POST', path: '/setup', body, schema: z.unknown() });
