import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { notifyDesktop } from '../../live/desktop-notifications.ts';
import type { Applied } from '../../live/frame-applier.ts';
import { useApplied } from '../../live/live-context.ts';
import { playArrival } from '../../live/sound.ts';
import { useUser } from '../session/session-store.ts';

/** What was missed longer ago than this is shown, but makes no sound any more. */
const freshMs = 60_000;

/** Sound and desktop notification for what a contact wrote, unless it is read at this moment. */
export const useArrivalNotice = (openId: string | undefined): void => {
  const user = useUser();
  const navigate = useNavigate();
  const onApplied = useCallback(
    (applied: Applied) => {
      if (applied.kind !== 'message' || applied.frame.action !== 'create') return;
      const { message, ticket, contact } = applied.frame;
      const isMine = ticket.userId === null || ticket.userId === user.id;
      const isSeen = ticket.id === openId && document.visibilityState === 'visible' && document.hasFocus();
      const isFresh = Date.now() - Date.parse(message.createdAt) < freshMs;
      // Only history comes to a closed ticket.
      const isNews = isFresh && ticket.status !== 'closed' && contact.notification !== false;
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
