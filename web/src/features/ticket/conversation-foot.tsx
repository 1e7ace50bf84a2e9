import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { can } from '#domain/ticket/lifecycle.ts';
import { useUser } from '../../api/session-store.ts';
import { MessageInput } from './composer/message-input.tsx';
import { isTheirs } from './may-answer.ts';
import classes from './ticket.module.css';
import type { useTicketActor } from './use-ticket-actor.ts';

type Props = { readonly ticket: TicketView; readonly actor: ReturnType<typeof useTicketActor> };

/** Where the answer is written; for tickets that cannot be answered, why not. */
export const ConversationFoot = ({ ticket, actor }: Props) => {
  const { t } = useTranslation();
  const user = useUser();
  if (ticket.status === 'closed') return null;
  if (ticket.status === 'pending') {
    const busy = actor.state.hasTag('busy');
    const isAccepting = busy && actor.state.context.intent === 'accept';
    return (
      <div className={`${classes.foot} ${classes.notice}`}>
        {t('ticket.acceptToAnswer')}
        <Button
          size="xs"
          disabled={busy}
          onClick={() => actor.send({ type: 'ticket.wanted', intent: 'accept' })}
        >
          {isAccepting
            ? t('tickets.confirming')
            : t(ticket.chatbot ? 'tickets.takeFromBotShort' : 'ticket.action.accept')}
        </Button>
      </div>
    );
  }
  if (!isTheirs(user, ticket)) {
    return (
      <div className={`${classes.foot} ${classes.notice}`}>
        {t('ticket.belongsTo', { name: ticket.user?.name ?? '' })}
      </div>
    );
  }
  return can(ticket.status, 'send') ? <MessageInput key={ticket.id} ticketId={ticket.id} /> : null;
};
