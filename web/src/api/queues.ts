import { queryOptions } from '@tanstack/react-query';
import { queuesAnswer } from '#contracts/http.ts';
import { fetchData } from './http.ts';
import { recordKey } from './record-key.ts';

export const queuesQuery = queryOptions({
  queryKey: recordKey('queue', 'list'),
  queryFn: ({ signal }) => fetchData({ path: '/queue', schema: queuesAnswer, signal }),
});
