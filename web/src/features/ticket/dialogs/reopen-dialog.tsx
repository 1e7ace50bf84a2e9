import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { queuesQuery } from '../../../api/queues.ts';
import { DialogFoot, NotLoaded, Refused } from '../../../kit/dialog-parts.tsx';
import { ConnectionSelect, useChoosesConnection } from '../../../kit/new-ticket/connection-select.tsx';
import { contactName } from '../../../shared/contact-name.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import type { TicketDialogProps } from './ticket-dialogs.tsx';

/** Asks for the queue a closed ticket shall wait in, and for its connection where that is chosen. */
export const ReopenDialog = ({ ticket, isBusy, refusal, onSubmit, onClose }: TicketDialogProps) => {
  const { t } = useTranslation();
  const allQueues = useQuery(queuesQuery);
  const { data: queues } = allQueues;
  const choosesConnection = useChoosesConnection();
  const [queueId, setQueueId] = useState<string | null>(ticket.queueId);
  const [connectionId, setConnectionId] = useState<string | null>(ticket.whatsappId);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const goTo = (uuid: string): void => {
    onClose();
    void navigate(`/tickets/${uuid}`);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (queueId) onSubmit({ queueId, connectionId: choosesConnection ? connectionId : null });
    else {
      setMissing(true);
      field.current?.focus();
    }
  };
  return (
    <Dialog onClose={onClose} title={t('ticket.reopenOf', { name: contactName(t, ticket.contact) })}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {refusal && <Refused refusal={refusal} onGo={goTo} />}
          <NotLoaded queries={[allQueues]} />
          <Select
            ref={field}
            label={t('ticket.queue')}
            description={t('work.reopenHint')}
            placeholder={t('ticket.chooseQueue')}
            data={queues?.map(queue => ({ value: queue.id, label: queue.name })) ?? []}
            value={queueId}
            allowDeselect={false}
            onChange={value => {
              setQueueId(value);
              setMissing(false);
            }}
            onBlur={() => setMissing(queueId === null)}
            error={isMissing && t('ticket.chooseQueue')}
            data-autofocus
          />
          {choosesConnection && <ConnectionSelect value={connectionId} onChange={setConnectionId} />}
        </Stack>
        <DialogFoot action={t('ticket.action.reopen')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
};
