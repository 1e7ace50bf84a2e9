import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ticketsKey } from '../../api/tickets.ts';
import { useLive } from '../../live/live-context.ts';
import type { TicketPages } from '../../live/ticket-lists.ts';

/** Longer lists are not loaded again as a whole: what changed in them comes as frames. */
const mostPages = 5;

/** Loads lists anew when the connection is back: what changed comes by itself, but not that a tag or a queue is gone. */
export const useCatchUp = (): void => {
  const { status } = useLive();
  const client = useQueryClient();
  const before = useRef<'new' | 'live' | 'lost'>('new');
  useEffect(() => {
    if (status !== 'live') {
      if (before.current === 'live') before.current = 'lost';
      return;
    }
    const isBack = before.current === 'lost';
    before.current = 'live';
    if (!isBack) return;
    void client.invalidateQueries({
      queryKey: ticketsKey,
      predicate: ({ state }) => ((state.data as TicketPages | undefined)?.pages.length ?? 0) <= mostPages,
    });
  }, [status, client]);
};
