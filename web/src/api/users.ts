import { queryOptions } from '@tanstack/react-query';
import { userListAnswer } from '#contracts/http.ts';
import { fetchData } from './http.ts';

/** All users of the company, by name. */
export const fetchUserNames = (signal?: AbortSignal) =>
  fetchData({ path: '/users/list', schema: userListAnswer, signal });

export const userNamesQuery = queryOptions({
  queryKey: ['user-names'],
  queryFn: ({ signal }) => fetchUserNames(signal),
  staleTime: 0,
});
