import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { queuesQuery } from '../../api/queues.ts';
import { Dialog } from '../../shared/dialog.tsx';

type Props = {
  readonly ticket: TicketView;
  readonly onClose: () => void;
  readonly onReopen: (queueId: string) => void;
};

/** Asks for the queue a closed ticket shall wait in. */
export const ReopenDialog = ({ ticket, onClose, onReopen }: Props) => {
  const { t } = useTranslation();
  const { data: queues } = useQuery(queuesQuery);
  const [queueId, setQueueId] = useState<string | null>(ticket.queueId);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (queueId) onReopen(queueId);
    else setMissing(true);
  };
  return (
    <Dialog onClose={onClose} title={t('ticket.reopenOf', { name: ticket.contact.name })}>
      <form onSubmit={submit}>
        <Select
          label={t('ticket.queue')}
          placeholder={t('ticket.chooseQueue')}
          data={queues?.map(queue => ({ value: queue.id, label: queue.name })) ?? []}
          value={queueId}
          onChange={value => {
            setQueueId(value);
            setMissing(false);
          }}
          error={missing && t('ticket.chooseQueue')}
          data-autofocus
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('ticket.action.reopen')}</Button>
        </Group>
      </form>
    </Dialog>
  );
};
