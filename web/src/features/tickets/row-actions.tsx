import { IconCircleCheck, IconEye } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { TicketView } from '#contracts/views.ts';
import { contactName } from '../../shared/contact-name.ts';
import classes from './rows.module.css';
import type { RowActions as Actions } from './use-row-actions.ts';

/** What can be done to a ticket from its row. */
export type RowDeeds = Pick<Actions, 'accept' | 'close'> & { readonly peek: (ticket: TicketView) => void };

type Props = {
  readonly ticket: TicketView;
  /** What is being done to this ticket right now. */
  readonly busy: 'accept' | 'close' | undefined;
  readonly deeds: RowDeeds;
  readonly t: TFunction;
};

/** The buttons of a row. Closed tickets have none: they are opened to be reopened. */
export const RowActions = ({ ticket, busy, deeds, t }: Props) => {
  if (ticket.status === 'closed') return null;
  const name = contactName(t, ticket.contact);
  const isPending = ticket.status === 'pending';
  return (
    <div className={classes.actions} data-always={isPending || undefined}>
      <div className={classes.onHover}>
        {isPending && (
          <button
            type="button"
            className={classes.iconButton}
            aria-label={t('tickets.peekAt', { name })}
            data-hint={t('tickets.peek')}
            onClick={() => deeds.peek(ticket)}
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
          onClick={() => void deeds.close(ticket)}
        >
          <IconCircleCheck size={16} aria-hidden />
        </button>
      </div>
      {isPending && (
        <button
          type="button"
          className={classes.accept}
          disabled={busy !== undefined}
          aria-label={t('tickets.acceptOf', { name })}
          onClick={() => void deeds.accept(ticket)}
        >
          {busy === 'accept' ? t('tickets.confirming') : t('tickets.accept')}
        </button>
      )}
    </div>
  );
};
