import { List, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFoot, Failure } from '../../../kit/dialog-parts.tsx';
import { contactName } from '../../../shared/contact-name.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import type { TicketDialogProps } from './ticket-dialogs.tsx';

/** Asks before a ticket is deleted, and names what goes with it. */
export const DeleteDialog = ({ ticket, isBusy, refusal, onSubmit, onClose }: TicketDialogProps) => {
  const { t } = useTranslation();
  const name = contactName(t, ticket.contact);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog onClose={onClose} title={t('ticket.deleteOf', { name })}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Failure text={refusal?.text} />
          <Text size="sm">{t('ticket.confirmDelete')}</Text>
          <Text size="sm">{t('work.deletes')}</Text>
          <List size="sm">
            <List.Item>{t('work.deletesTicket', { number: ticket.number, name })}</List.Item>
            <List.Item>{t('work.deletesMessages')}</List.Item>
          </List>
          <Text size="sm" c="dimmed">
            {t('work.deletesNot')}
          </Text>
        </Stack>
        <DialogFoot action={t('ticket.delete')} isBusy={isBusy} isDangerous onClose={onClose} />
      </form>
    </Dialog>
  );
};
