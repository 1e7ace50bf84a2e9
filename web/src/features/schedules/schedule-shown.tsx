import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ScheduleView } from '#contracts/schedules.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { useFailureText } from '../../shared/failure-text.ts';
import { dateAndTime, localDateAndTime } from '../../shared/formats.ts';
import classes from './schedules.module.css';

const colors = {
  scheduled: 'blue',
  sending: 'blue',
  sent: 'green',
  failed: 'red',
  overdue: 'yellow',
  cancelled: 'gray',
} as const;

/** How one stands, and why. */
export const ScheduleStatus = ({ schedule: { status, reason } }: { readonly schedule: ScheduleView }) => {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const why = status === 'overdue' ? t('schedules.overdueWhy') : failureText(reason);
  return (
    <span className={classes.status}>
      <Badge size="sm" variant="light" tt="none" color={colors[status]} className={classes.badge ?? ''}>
        {t(`schedules.statuses.${status}`)}
      </Badge>
      {why && (
        <span className={classes.why} title={why}>
          {why}
        </span>
      )}
    </span>
  );
};

type Props = { readonly schedule: ScheduleView; readonly onClose: () => void };

/** One that cannot be changed any more. Specification, secondary, section 2: without a button that saves. */
export const ScheduleShown = ({ schedule, onClose }: Props) => {
  const { t, i18n } = useTranslation();
  const { body, sendAt, sentAt, user, mediaName, mediaPath, recurrence } = schedule;
  const status = t(`schedules.statuses.${schedule.status}`).toLowerCase();
  return (
    <Dialog onClose={onClose} title={t('schedules.titleOf', { status })}>
      <Stack gap="sm">
        <Text fw={500}>{contactName(t, schedule.contact)}</Text>
        <Text size="sm" className={classes.words ?? ''}>
          {body}
        </Text>
        {mediaName && mediaPath && (
          <a
            href={mediaPath}
            target="_blank"
            rel="noreferrer"
            aria-label={t('schedules.openFile', { name: mediaName })}
          >
            {mediaName}
          </a>
        )}
        <Text size="sm" c="dimmed">
          {sentAt
            ? t('schedules.sentAt', { at: dateAndTime(sentAt, i18n.language) })
            : `${t('schedules.time')}: ${localDateAndTime(sendAt)}`}
          {recurrence !== 'none' && ` · ${t(`schedules.recurrences.${recurrence}`)}`}
        </Text>
        {user && (
          <Text size="sm" c="dimmed">
            {t('schedules.author', { name: user.name })}
          </Text>
        )}
        <ScheduleStatus schedule={schedule} />
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  );
};
