import { notifyManager, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { TicketFilter } from '../../api/ticket-filter.ts';
import { ticketCountsQuery, ticketsKey, ticketsQuery } from '../../api/tickets.ts';
import { isComplete, ticketRows } from '../../live/ticket-lists.ts';

export const subTabs = ['open', 'pending', 'groups'] as const;
export type SubTab = (typeof subTabs)[number];

/**
 * How many there are under each sub-tab. A list that is loaded whole counts itself, and so its badge changes with
 * its rows; the server counts the others.
 */
export const useTabCounts = (
  filter: Pick<TicketFilter, 'showAll' | 'queueIds'>,
): Readonly<Record<SubTab, number | undefined>> => {
  const client = useQueryClient();
  const { data } = useQuery(ticketCountsQuery(filter));
  const count = (status: SubTab) => loadedCount(client, { ...filter, status }) ?? data?.[status];
  const subscribe = useCallback(
    (onChange: () => void) => {
      const changed = notifyManager.batchCalls(onChange);
      return client.getQueryCache().subscribe(({ query }) => {
        if (query.queryKey[0] === ticketsKey[0]) changed();
      });
    },
    [client],
  );
  const counts = (): string => subTabs.map(count).join(' ');
  const [open, pending, groups] = useSyncExternalStore(subscribe, counts)
    .split(' ')
    .map(text => (text === '' ? undefined : Number(text)));
  return { open, pending, groups };
};

const loadedCount = (client: QueryClient, filter: TicketFilter): number | undefined => {
  const state = client.getQueryState(ticketsQuery(filter).queryKey);
  if (!state?.data || state.isInvalidated || !isComplete(state.data)) return undefined;
  return ticketRows(state.data).length;
};
