import { Button, Group } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Dialog } from '../../shared/dialog.tsx';
import type { RowActions } from './use-row-actions.ts';

/** Shows the messages of a ticket; what is on its way to it is no part of a peek. */
export type PeekedMessages = ComponentType<{ ticket: TicketView; outbox: readonly never[] }>;

type Props = {
  readonly ticket: TicketView;
  readonly actions: RowActions;
  readonly messages: PeekedMessages;
  readonly onClose: () => void;
};

/** The messages of a waiting ticket, read-only: nothing is marked as read. */
const PeekDialog = ({ ticket, actions, messages: Messages, onClose }: Props) => {
  const { t } = useTranslation();
  const name = contactName(t, ticket.contact);
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      padding={0}
      title={t('tickets.peekAt', { name })}
      styles={{
        header: { padding: '8px 16px' },
        body: { height: 'min(70dvh, 640px)', display: 'flex', flexDirection: 'column' },
      }}
    >
      <Messages ticket={ticket} outbox={[]} />
      <Group justify="flex-end" p="xs">
        <Button
          size="xs"
          disabled={actions.busy !== null}
          onClick={() => {
            onClose();
            void actions.accept(ticket);
          }}
        >
          {ticket.chatbot ? t('tickets.takeFromBot') : t('tickets.accept')}
        </Button>
      </Group>
    </Dialog>
  );
};
export default PeekDialog;
