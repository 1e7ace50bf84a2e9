import { queryOptions } from '@tanstack/react-query';
import { queuesAnswer } from '#contracts/http.ts';
import { fetchData } from './http.ts';

export const queuesQuery = queryOptions({
  queryKey: ['queues'],
  queryFn: ({ signal }) => fetchData({ path: '/queue', schema: queuesAnswer, signal }),
});
