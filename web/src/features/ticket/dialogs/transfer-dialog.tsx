import { Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queuesQuery } from '../../../api/queues.ts';
import { userNamesQuery } from '../../../api/users.ts';
import { DialogFoot, Failure, NotLoaded } from '../../../kit/dialog-parts.tsx';
import { contactName } from '../../../shared/contact-name.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import type { TicketDialogProps } from './ticket-dialogs.tsx';

const notesLimit = 5000;

/** Asks where a ticket shall go: a queue, and somebody of it where that is wanted. */
export const TransferDialog = ({ ticket, isBusy, refusal, onSubmit, onClose }: TicketDialogProps) => {
  const { t } = useTranslation();
  const allQueues = useQuery(queuesQuery);
  const names = useQuery(userNamesQuery);
  const { data: queues = [] } = allQueues;
  const { data: users = [] } = names;
  const [queueId, setQueueId] = useState<string | null>(null);
  const [userId, setUserId] = useState<string | null>(null);
  const [notes, setNotes] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const stays = (id: string): boolean => id === ticket.userId && queueId === ticket.queueId;
  const candidates = users.filter(
    user => queueId !== null && user.queueIds.includes(queueId) && !stays(user.id),
  );

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (queueId) onSubmit({ queueId, userId, notes: notes.trim() || null });
    else {
      setMissing(true);
      field.current?.focus();
    }
  };
  return (
    <Dialog onClose={onClose} title={t('work.transferOf', { name: contactName(t, ticket.contact) })}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Failure text={refusal?.text} />
          <NotLoaded
            queries={[
              allQueues,
              { error: names.error, refetch: names.refetch, text: t('work.usersNotLoaded') },
            ]}
          />
          <Select
            ref={field}
            label={t('ticket.queue')}
            placeholder={t('ticket.chooseQueue')}
            withAsterisk
            data={queues.map(({ id, name }) => ({ value: id, label: name }))}
            value={queueId}
            allowDeselect={false}
            onChange={value => {
              setQueueId(value);
              setUserId(null);
              setMissing(false);
            }}
            onBlur={() => setMissing(queueId === null)}
            error={isMissing && t('ticket.chooseQueue')}
            data-autofocus
          />
          <Select
            label={t('work.user')}
            placeholder={t('work.anyone')}
            data={candidates.map(({ id, name }) => ({ value: id, label: name }))}
            value={userId}
            onChange={setUserId}
            clearable
            searchable
            disabled={queueId === null}
          />
          <Textarea
            label={t('work.notes')}
            description={t('work.notesHint')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={notesLimit}
            value={notes}
            onChange={event => setNotes(event.currentTarget.value)}
          />
        </Stack>
        <DialogFoot action={t('work.transfer')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
};
