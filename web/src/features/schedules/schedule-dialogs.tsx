import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleView } from '#contracts/schedules.ts';
import { mayWith } from '#domain/schedule/lifecycle.ts';
import { contactQuery } from '../../api/contacts.ts';
import { actOnSchedule, scheduleSource } from '../../api/schedules.ts';
import { RemoveDialog } from '../../kit/records/remove-dialog.tsx';
import ScheduleForm from '../../kit/schedules/schedule-form.tsx';
import { newCommandId } from '../../shared/command-id.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { showDone, showError } from '../../shared/show-error.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { ScheduleShown } from './schedule-shown.tsx';

export type ScheduleChoice =
  | { readonly kind: 'add'; readonly contactId?: string }
  | { readonly kind: 'open' | 'send' | 'cancel' | 'remove'; readonly schedule: ScheduleView };

type Props = { readonly choice: ScheduleChoice; readonly onClose: () => void };

/** What is done with scheduled messages, each in a dialog. */
const ScheduleDialogs = ({ choice, onClose }: Props) => {
  const { t } = useTranslation();
  if (choice.kind === 'add')
    return choice.contactId ? (
      <AddFor contactId={choice.contactId} onClose={onClose} />
    ) : (
      <ScheduleForm onClose={onClose} />
    );
  const { kind, schedule } = choice;
  if (kind === 'open')
    return mayWith(schedule.status, 'change') ? (
      <ScheduleForm schedule={schedule} onClose={onClose} />
    ) : (
      <ScheduleShown schedule={schedule} onClose={onClose} />
    );
  if (kind === 'remove')
    return (
      <RemoveDialog
        {...{ source: scheduleSource, id: schedule.id, onClose }}
        title={t('schedules.removeOf', { name: contactName(t, schedule.contact) })}
        doneText={t('schedules.removed')}
      />
    );
  return <Decide kind={kind} schedule={schedule} onClose={onClose} />;
};
export default ScheduleDialogs;

type AddProps = { readonly contactId: string; readonly onClose: () => void };

const AddFor = ({ contactId, onClose }: AddProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(contactQuery(contactId));
  if (data) return <ScheduleForm contact={data} onClose={onClose} />;
  return (
    error && (
      <Dialog onClose={onClose} title={t('schedules.addTitle')}>
        <Trouble error={error} onRetry={() => void refetch()} />
      </Dialog>
    )
  );
};

type DecideProps = Pick<Props, 'onClose'> & {
  readonly kind: 'send' | 'cancel';
  readonly schedule: ScheduleView;
};

/** Asks before one is sent out of its time, or not at all. */
const Decide = ({ kind, schedule, onClose }: DecideProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const commandId = useRef(newCommandId());
  const name = contactName(t, schedule.contact);
  const isSending = kind === 'send';
  const act = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await actOnSchedule(client, { id: schedule.id, verb: kind, commandId: commandId.current });
      showDone(isSending ? t('schedules.sending') : t('schedules.cancelled'));
      onClose();
    } catch (failure) {
      showError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={isSending ? t('schedules.sendNowOf', { name }) : t('schedules.cancelOf', { name })}
    >
      <Text size="sm">{isSending ? t('schedules.sendNowText') : t('schedules.cancelText')}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus disabled={isBusy}>
          {t('schedules.keep')}
        </Button>
        <Button {...(isSending ? {} : { color: 'red' })} disabled={isBusy} onClick={() => void act()}>
          {isBusy ? t('tickets.confirming') : isSending ? t('schedules.sendNow') : t('schedules.cancel')}
        </Button>
      </Group>
    </Dialog>
  );
};
