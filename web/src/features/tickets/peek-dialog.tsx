import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { MessageList } from '../ticket/message-list.tsx';

/** The messages of a waiting ticket, read-only: nothing is marked as read. */
const PeekDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      padding={0}
      title={t('tickets.peekAt', { name: ticket.contact.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      styles={{ header: { padding: '8px 16px' }, body: { height: 'min(70dvh, 640px)' } }}
    >
      <MessageList ticket={ticket} outbox={[]} />
    </Modal>
  );
};
export default PeekDialog;
