import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { MessageList } from '../ticket/message-list.tsx';
import type { RowActions } from './use-row-actions.ts';

type Props = { readonly ticket: TicketView; readonly actions: RowActions; readonly onClose: () => void };

/** The messages of a waiting ticket, read-only: nothing is marked as read. */
const PeekDialog = ({ ticket, actions, onClose }: Props) => {
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
      <MessageList ticket={ticket} outbox={[]} />
      <Group justify="flex-end" p="xs">
        <Button
          size="xs"
          disabled={actions.busy !== null}
          onClick={() => {
            onClose();
            void actions.accept(ticket);
          }}
        >
          {t('tickets.accept')}
        </Button>
      </Group>
    </Dialog>
  );
};
export default PeekDialog;
