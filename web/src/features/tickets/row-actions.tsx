import { ActionIcon, Button } from '@mantine/core';
import { IconCircleCheck, IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { contactName } from '../../shared/contact-name.ts';
import classes from './rows.module.css';
import type { RowActions as Actions } from './use-row-actions.ts';

type Props = {
  readonly ticket: TicketView;
  /** What is being done to this ticket right now. */
  readonly busy: 'accept' | 'close' | undefined;
  readonly actions: Pick<Actions, 'accept' | 'close'>;
  readonly onPeek: (ticket: TicketView) => void;
};

/** What can be done to a ticket without opening it. Closed ones are opened to be reopened. */
export const RowActions = ({ ticket, busy, actions, onPeek }: Props) => {
  const { t } = useTranslation();
  if (ticket.status === 'closed') return null;
  const name = contactName(t, ticket.contact);
  const isPending = ticket.status === 'pending';
  return (
    <div className={classes.actions} data-always={isPending || undefined}>
      <div className={classes.onHover}>
        {isPending && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={22}
            aria-label={t('tickets.peekAt', { name })}
            data-hint={t('tickets.peek')}
            onClick={() => onPeek(ticket)}
          >
            <IconEye size={16} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={22}
          aria-label={t('tickets.closeOf', { name })}
          data-hint={t('tickets.close')}
          loading={busy === 'close'}
          onClick={() => void actions.close(ticket)}
        >
          <IconCircleCheck size={16} />
        </ActionIcon>
      </div>
      {isPending && (
        <Button
          size="compact-xs"
          h={20}
          disabled={busy !== undefined}
          aria-label={t('tickets.acceptOf', { name })}
          onClick={() => void actions.accept(ticket)}
        >
          {busy === 'accept' ? t('tickets.confirming') : t('tickets.accept')}
        </Button>
      )}
    </div>
  );
};
