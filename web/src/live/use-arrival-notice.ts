import { useCallback, useRef } from 'react';
import { useNavigate } from 'react-router';
import { serverNow } from '../api/server-clock.ts';
import { useUser } from '../api/session-store.ts';
import { notifyDesktop } from './desktop-notifications.ts';
import type { Applied } from './frame-applier.ts';
import { useApplied } from './live-context.ts';
import { playArrival } from './sound.ts';

/** What was missed longer ago than this is shown, but makes no sound any more. */
const freshMs = 60_000;
const mostRemembered = 200;

/** Sound and desktop notification for what a contact wrote, unless it is read at this moment. */
export const useArrivalNotice = (openId: string | undefined): void => {
  const user = useUser();
  const navigate = useNavigate();
  const told = useRef<readonly string[]>([]);
  const onApplied = useCallback(
    (applied: Applied) => {
      if (applied.kind !== 'message' || applied.frame.action !== 'create') return;
      const { message, ticket, contact } = applied.frame;
      const isMine = ticket.userId === null || ticket.userId === user.id;
      const isSeen = ticket.id === openId && document.visibilityState === 'visible' && document.hasFocus();
      const isFresh = serverNow() - Date.parse(message.createdAt) < freshMs;
      // What is caught up with after an outage may have been told before.
      const isAgain = told.current.includes(message.id);
      if (!isAgain) told.current = [...told.current.slice(-mostRemembered), message.id];
      // Only history comes to a closed ticket.
      const isNews = isFresh && !isAgain && ticket.status !== 'closed' && contact.notification !== false;
      if (message.fromMe || !isMine || isSeen || !isNews) return;
      playArrival();
      notifyDesktop({ title: contact.name, body: message.body, tag: ticket.id }, () => {
        void navigate(ticket.status === 'pending' ? '/tickets' : `/tickets/${ticket.uuid}`);
      });
    },
    [openId, user.id, navigate],
  );
  useApplied(onApplied);
};
