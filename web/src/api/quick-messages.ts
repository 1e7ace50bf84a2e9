import { queryOptions } from '@tanstack/react-query';
import {
  type QuickMessageView,
  quickMessageListAnswer,
  quickMessageView,
} from '#contracts/quick-messages.ts';
import { fetchData } from './http.ts';
import { recordKey } from './record-key.ts';
import { type RecordSource, rowsPage } from './record-rows.ts';

/** The page of quick messages. */
export const quickMessageSource: RecordSource<QuickMessageView> = {
  ...{ concept: 'quickMessage', path: '/quick-messages' },
  page: rowsPage('records', quickMessageView),
};

/** All quick messages of this person, by shortcode. */
export const quickMessagesQuery = queryOptions({
  queryKey: recordKey('quickMessage', 'list'),
  queryFn: ({ signal }) =>
    fetchData({ path: '/quick-messages/list', schema: quickMessageListAnswer, signal }),
  staleTime: 60_000,
});
