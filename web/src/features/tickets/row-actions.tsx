import { IconCircleCheck, IconEye } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { TicketView } from '#contracts/views.ts';
import { can } from '#domain/ticket/lifecycle.ts';
import { contactName } from '../../shared/contact-name.ts';
import classes from './rows.module.css';
import type { RowActions as Actions } from './use-row-actions.ts';

/** What can be done to a ticket from its row. */
export type RowHandlers = Pick<Actions, 'accept' | 'close'> & { readonly peek: (ticket: TicketView) => void };

type Props = {
  readonly ticket: TicketView;
  /** What is being done to this ticket right now. */
  readonly busy: 'accept' | 'close' | undefined;
  readonly handlers: RowHandlers;
  readonly t: TFunction;
};

/** The buttons of a row, by the same table as the open ticket's. Closed tickets have none: they are opened to be reopened. */
export const RowActions = ({ ticket, busy, handlers, t }: Props) => {
  const name = contactName(t, ticket.contact);
  const mayAccept = can(ticket.status, 'accept');
  const mayClose = can(ticket.status, 'resolve');
  if (!mayAccept && !mayClose) return null;
  return (
    <div className={classes.actions} data-always={mayAccept || undefined}>
      <div className={classes.onHover}>
        {mayAccept && (
          <button
            type="button"
            className={classes.iconButton}
            aria-label={t('tickets.peekAt', { name })}
            data-hint={t('tickets.peek')}
            onClick={() => handlers.peek(ticket)}
          >
            <IconEye size={16} aria-hidden />
          </button>
        )}
        <button
          type="button"
          className={classes.iconButton}
          aria-label={t('tickets.closeOf', { name })}
          data-hint={t('tickets.close')}
          disabled={busy !== undefined}
          onClick={() => void handlers.close(ticket)}
        >
          <IconCircleCheck size={16} aria-hidden />
        </button>
      </div>
      {mayAccept && (
        <button
          type="button"
          className={classes.accept}
          disabled={busy !== undefined}
          aria-label={ticket.chatbot ? t('tickets.takeFromBotOf', { name }) : t('tickets.acceptOf', { name })}
          data-hint={ticket.chatbot ? t('tickets.takeFromBot') : undefined}
          onClick={() => void handlers.accept(ticket)}
        >
          {busy === 'accept'
            ? t('tickets.confirming')
            : ticket.chatbot
              ? t('tickets.takeFromBotShort')
              : t('tickets.accept')}
        </button>
      )}
    </div>
  );
};
