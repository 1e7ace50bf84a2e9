import { useEffect, useState } from 'react';
import type { TicketView } from '#contracts/views.ts';
import { useUser } from '../../api/session-store.ts';
import { readTicket } from '../../api/ticket.ts';
import { countsAsRead } from './counts-as-read.ts';

/** Tells the server that the attendant has seen what came in, while the conversation is open and visible. */
export const useMarkRead = (ticket: TicketView): void => {
  const user = useUser();
  const visible = usePageVisible();
  const wanted = visible && countsAsRead(user.id, ticket) && ticket.unreadMessages > 0;
  const { id, position } = ticket;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew whenever something more came in
  useEffect(() => {
    if (wanted) readTicket(id).catch(() => undefined);
  }, [wanted, id, position]);
};

const usePageVisible = (): boolean => {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = (): void => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
};
