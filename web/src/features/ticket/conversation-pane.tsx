import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { useUser } from '../../api/session-store.ts';
import { fetchTicket, ticketQuery } from '../../api/ticket.ts';
import { knownTicket } from '../../live/apply-ticket.ts';
import { beginConversation } from '../../live/begin-conversation.ts';
import type { Applied } from '../../live/frame-applier.ts';
import { useApplied, useChatBox } from '../../live/live-context.ts';
import { useOutboxItems } from '../../live/outbox/use-outbox.ts';
import { ApiError } from '../../shared/api-error.ts';
import { contactName } from '../../shared/contact-name.ts';
import { showDone, showRefused } from '../../shared/show-error.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { untilThere } from '../../shared/until-there.ts';
import { useContactDrawer } from './contact/use-contact-drawer.ts';
import { ConversationFoot } from './conversation-foot.tsx';
import layout from './conversation-header.module.css';
import { ConversationHeader, HeaderSkeleton } from './conversation-header.tsx';
import { forgetDrafts } from './drafts.ts';
import { mayOpen } from './may-open.ts';
import { MessageActions } from './message-actions.tsx';
import { MessageList } from './message-list.tsx';
import { ownTransfer } from './own-transfer.ts';
import classes from './ticket.module.css';
import { TicketRefusal } from './ticket-refusal.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { useTarget } from './use-target.ts';
import { useTicketActor } from './use-ticket-actor.ts';

const ContactDrawer = lazy(untilThere(() => import('./contact/contact-drawer.tsx')));

/** The right pane: one ticket's conversation. Leaves for /tickets when the ticket may not be seen or is gone. */
const ConversationPane = ({ ticketId }: { ticketId: string }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useUser();
  const client = useQueryClient();
  const {
    data: ticket,
    error,
    refetch,
  } = useQuery({
    ...ticketQuery(ticketId),
    // The lists know it already: nothing waits for the answer.
    placeholderData: () => knownTicket(client, ticketId),
  });
  useChatBox(ticketId);
  const target = useTarget();
  useEffect(() => {
    if (!target) beginConversation(client, ticketId);
  }, [client, ticketId, target]);

  const leave = useCallback(() => void navigate('/tickets', { replace: true }), [navigate]);
  const onApplied = useCallback(
    (applied: Applied) => {
      if (!('ticketId' in applied) || applied.ticketId !== ticketId) return;
      if (applied.kind === 'ticket-deleted') showDone(t('ticket.deleted'));
      else if (!ownTransfer.isOn(ticketId)) {
        void isDeletedTicket(ticketId).then(isDeleted =>
          isDeleted ? showDone(t('ticket.deleted')) : showRefused(t('ticket.notAllowed')),
        );
      }
      leave();
    },
    [ticketId, leave, t],
  );
  useApplied(onApplied);

  const isGone = error instanceof ApiError && nobodys.has(error.status);
  const isDenied =
    (error instanceof ApiError && error.code === 'ERR_NO_PERMISSION') || (ticket && !mayOpen(user, ticket));
  useEffect(() => {
    if (!isGone && !isDenied) return;
    if (isGone) showRefused(t('errors.ERR_NO_TICKET_FOUND'));
    else if (!ownTransfer.isOn(ticketId)) showRefused(t('ticket.notAllowed'));
    leave();
  }, [isGone, isDenied, ticketId, leave, t]);

  if (isGone || isDenied) return <div className={classes.pane} />;
  if (ticket) return <Conversation ticket={ticket} />;
  return (
    <section className={classes.pane}>
      {error ? <Trouble isAlone error={error} onRetry={() => void refetch()} /> : <HeaderSkeleton />}
    </section>
  );
};
export default ConversationPane;

/** No ticket has this id, or it is no id at all: an address was typed or cut. */
const nobodys: ReadonlySet<number> = new Set([400, 404]);

/** A screen that was not connected when a ticket was deleted learns only that it is out of sight. */
const isDeletedTicket = (ticketId: string): Promise<boolean> =>
  fetchTicket(ticketId).then(
    () => false,
    error => error instanceof ApiError && error.status === 404,
  );

const Conversation = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation();
  const actor = useTicketActor(ticket);
  const outbox = useOutboxItems(ticket.id);
  const target = useTarget();
  useMarkRead(ticket);
  const { id: userId } = useUser();
  const { erased } = ticket.contact;
  useEffect(() => {
    if (erased) forgetDrafts(userId, ticket.id);
  }, [erased, userId, ticket.id]);
  const drawer = useContactDrawer();
  return (
    <div className={layout.beside} data-drawer={(drawer.isBeside && drawer.isOpen) || undefined}>
      <section
        className={classes.pane}
        aria-label={t('ticket.conversationWith', { name: contactName(t, ticket.contact) })}
      >
        <ConversationHeader ticket={ticket} actor={actor} drawer={drawer} />
        <TicketRefusal ticket={ticket} actor={actor} />
        <MessageActions ticket={ticket}>
          <MessageList ticket={ticket} outbox={outbox} target={target} />
          <ConversationFoot ticket={ticket} actor={actor} />
        </MessageActions>
      </section>
      {drawer.isOpen && (
        <Suspense fallback={<div className={layout.waiting} />}>
          <ContactDrawer ticket={ticket} isBeside={drawer.isBeside} onClose={drawer.close} />
        </Suspense>
      )}
    </div>
  );
};
