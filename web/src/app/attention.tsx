import { useQuery } from '@tanstack/react-query';
import { useMatch } from 'react-router';
import { ticketCountsQuery } from '../api/tickets.ts';
import { useArrivalNotice } from '../live/use-arrival-notice.ts';
import { useFilters } from '../live/use-filters.ts';
import { useTabUnread } from '../shared/tab-title.ts';

/** What asks for attention on whatever screen somebody is: the unread count in the tab, and what contacts write. */
export const Attention = () => {
  const conversation = useMatch('/tickets/:ticketId');
  const { showAll, queueIds } = useFilters();
  const counts = useQuery(ticketCountsQuery({ showAll, queueIds }));
  useTabUnread(counts.data?.unread);
  useArrivalNotice(conversation?.params.ticketId);
  return null;
};
