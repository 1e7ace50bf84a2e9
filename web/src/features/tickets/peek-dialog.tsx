import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { MessageList } from '../ticket/message-list.tsx';

/** The messages of a waiting ticket, read-only: nothing is marked as read. */
const PeekDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      padding={0}
      title={t('tickets.peekAt', { name: ticket.contact.name })}
      styles={{
        header: { padding: '8px 16px' },
        body: { height: 'min(70dvh, 640px)', display: 'flex', flexDirection: 'column' },
      }}
    >
      <MessageList ticket={ticket} outbox={[]} />
    </Dialog>
  );
};
export default PeekDialog;
