import { Group, List, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueUse } from '#contracts/http.ts';
import { type QueueView, queuesQuery, queueUseQuery, removeQueue } from '../../api/queues.ts';
import { DialogFoot, Failure, NotLoaded } from '../../kit/dialog-parts.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import { errorText, showDone } from '../../shared/show-error.ts';
import classes from './queues.module.css';

type Props = { readonly queue: QueueView; readonly onClose: () => void };

/** Asks before a queue goes: says what goes with it, and where its tickets shall be. */
export const RemoveQueue = ({ queue: { id, name }, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const use = useQuery(queueUseQuery(id));
  const { data: queues = [] } = useQuery(queuesQuery);
  const [successorId, setSuccessor] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const others = queues.filter(queue => queue.id !== id);
  const remove = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await removeQueue(client, id, successorId);
      showDone(t('queues.removed'));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('queues.removeOf', { name })} onClose={() => !isBusy && onClose()}>
      <form onSubmit={event => void remove(event)}>
        <Stack gap="sm">
          <Failure text={failure} />
          <Text size="sm">{t('ticket.confirmDelete')}</Text>
          <NotLoaded queries={[use]} />
          {use.isPending && <Skeleton height={60} />}
          {use.data && <Consequences use={use.data} />}
          {others.length > 0 && (
            <Select
              label={t('queues.moveTo')}
              placeholder={t('queues.noQueue')}
              data={others.map(queue => ({ value: queue.id, label: queue.name }))}
              renderOption={({ option }) => (
                <Group gap={8} wrap="nowrap">
                  <span
                    className={classes.dot}
                    style={{ background: others.find(queue => queue.id === option.value)?.color }}
                  />
                  {option.label}
                </Group>
              )}
              value={successorId}
              onChange={setSuccessor}
              clearable
            />
          )}
        </Stack>
        <DialogFoot isDangerous action={t('records.remove')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
};

const Consequences = ({ use: { tickets, users, connections } }: { use: QueueUse }) => {
  const { t } = useTranslation();
  return (
    <List size="sm" spacing={2}>
      <List.Item>{t('queues.use.tickets', { count: tickets })}</List.Item>
      <List.Item>{t('queues.use.users', { count: users })}</List.Item>
      <List.Item>{t('queues.use.connections', { count: connections })}</List.Item>
    </List>
  );
};
