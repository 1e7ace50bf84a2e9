import { queryOptions } from '@tanstack/react-query';
import { quickMessageListAnswer, quickMessageView } from '#contracts/quick-messages.ts';
import { quickMessage } from '#domain/records/quick-message.ts';
import { fetchData } from './http.ts';
import { recordKey } from './record-key.ts';
import { recordSource } from './record-rows.ts';

/** The page of quick messages. */
export const quickMessageSource = recordSource(quickMessage, quickMessageView);

/** All quick messages of this person, by shortcode. */
export const quickMessagesQuery = queryOptions({
  queryKey: recordKey('quickMessage', 'list'),
  queryFn: ({ signal }) =>
    fetchData({ path: '/quick-messages/list', schema: quickMessageListAnswer, signal }),
  staleTime: 60_000,
});
