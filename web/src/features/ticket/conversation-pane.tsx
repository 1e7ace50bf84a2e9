import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { ApiError } from '../../api/api-error.ts';
import { ticketQuery } from '../../api/ticket.ts';
import type { Applied } from '../../live/frame-applier.ts';
import { useApplied, useChatBox } from '../../live/live-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import { showDone, showRefused } from '../../shared/show-error.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useUser } from '../session/session-store.ts';
import { ConversationFoot } from './conversation-foot.tsx';
import { ConversationHeader, HeaderSkeleton } from './conversation-header.tsx';
import { mayOpen } from './may-open.ts';
import { MessageActions } from './message-actions.tsx';
import { MessageList } from './message-list.tsx';
import classes from './ticket.module.css';
import { TicketRefusal } from './ticket-refusal.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { useOutboxItems } from './use-outbox.ts';
import { useTicketActor } from './use-ticket-actor.ts';

/** The right pane: one ticket's conversation. Leaves for /tickets when the ticket may not be seen or is gone. */
const ConversationPane = ({ ticketId }: { ticketId: string }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useUser();
  const { data: ticket, error, refetch } = useQuery(ticketQuery(ticketId));
  useChatBox(ticketId);

  const leave = useCallback(() => void navigate('/tickets', { replace: true }), [navigate]);
  const onApplied = useCallback(
    (applied: Applied) => {
      if (!('ticketId' in applied) || applied.ticketId !== ticketId) return;
      if (applied.kind === 'ticket-deleted') showDone(t('ticket.deleted'));
      else showRefused(t('ticket.notAllowed'));
      leave();
    },
    [ticketId, leave, t],
  );
  useApplied(onApplied);

  const isGone = error instanceof ApiError && error.status === 404;
  const isDenied =
    (error instanceof ApiError && error.code === 'ERR_NO_PERMISSION') || (ticket && !mayOpen(user, ticket));
  useEffect(() => {
    if (!isGone && !isDenied) return;
    showRefused(isDenied ? t('ticket.notAllowed') : t('errors.ERR_NO_TICKET_FOUND'));
    leave();
  }, [isGone, isDenied, leave, t]);

  if (isGone || isDenied) return <div className={classes.pane} />;
  if (ticket) return <Conversation ticket={ticket} />;
  return (
    <section className={classes.pane}>
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <HeaderSkeleton />}
    </section>
  );
};
export default ConversationPane;

const Conversation = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation();
  const actor = useTicketActor(ticket);
  const outbox = useOutboxItems(ticket.id);
  useMarkRead(ticket);
  return (
    <section
      className={classes.pane}
      aria-label={t('ticket.conversationWith', { name: contactName(t, ticket.contact) })}
    >
      <ConversationHeader ticket={ticket} actor={actor} />
      <TicketRefusal ticket={ticket} actor={actor} />
      <MessageActions ticket={ticket}>
        <MessageList ticket={ticket} outbox={outbox} />
        <ConversationFoot ticket={ticket} actor={actor} />
      </MessageActions>
    </section>
  );
};
