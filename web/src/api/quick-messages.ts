import { queryOptions } from '@tanstack/react-query';
import { quickMessageListAnswer } from '#contracts/quick-messages.ts';
import { fetchData } from './http.ts';
import { recordKey } from './record-key.ts';

/** All quick messages of this person, by shortcode. */
export const quickMessagesQuery = queryOptions({
  queryKey: recordKey('quickMessage', 'list'),
  queryFn: ({ signal }) =>
    fetchData({ path: '/quick-messages/list', schema: quickMessageListAnswer, signal }),
  staleTime: 60_000,
});
