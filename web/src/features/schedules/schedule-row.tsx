import { IconEye, IconPaperclip, IconPencil, IconPlayerStop, IconSend, IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleView } from '#contracts/schedules.ts';
import { mayWith } from '#domain/schedule/lifecycle.ts';
import { localTimeOf } from '#domain/shared/recurrence.ts';
import { charactersOf } from '#domain/shared/text.ts';
import type { RecordColumn } from '../../kit/records/record-table.tsx';
import type { RecordAction } from '../../kit/records/row-actions.tsx';
import { companyZone } from '../../shared/company-zone.ts';
import { contactName } from '../../shared/contact-name.ts';
import { localDateAndTime } from '../../shared/formats.ts';
import type { ScheduleChoice } from './schedule-dialogs.tsx';
import { ScheduleStatus } from './schedule-shown.tsx';
import classes from './schedules.module.css';

/** Specification, secondary, section 9. */
const longestShown = 25;

/** The beginning of the words, as lists show them. */
export const shortBody = (body: string): string => {
  const characters = charactersOf(body.replace(/\s+/g, ' '));
  return characters.length > longestShown ? `${characters.slice(0, longestShown).join('')}…` : body;
};

/** What can be done with one, as it stands. */
export const useScheduleActions = (
  choose: (choice: ScheduleChoice) => void,
): ((schedule: ScheduleView) => readonly RecordAction[]) => {
  const { t } = useTranslation();
  return useCallback(
    schedule => {
      const { status } = schedule;
      const run = (kind: Exclude<ScheduleChoice['kind'], 'add'>) => () => choose({ kind, schedule });
      const waits = status === 'overdue' || status === 'failed';
      return [
        mayWith(status, 'change')
          ? { label: t('records.edit'), icon: IconPencil, run: run('open') }
          : { label: t('schedules.show'), icon: IconEye, run: run('open') },
        ...(mayWith(status, 'sendNow')
          ? [
              {
                label: status === 'failed' ? t('schedules.sendAgain') : t('schedules.sendNow'),
                ...{ icon: IconSend, isRare: !waits, run: run('send') },
              },
            ]
          : []),
        ...(mayWith(status, 'cancel')
          ? [{ label: t('schedules.cancel'), icon: IconPlayerStop, isRare: true, run: run('cancel') }]
          : []),
        {
          ...{ label: t('records.remove'), icon: IconTrash, isRare: true, isDangerous: true },
          run: run('remove'),
        },
      ];
    },
    [t, choose],
  );
};

export const useScheduleColumns = (): readonly RecordColumn<ScheduleView>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        ...{ id: 'contact', header: t('schedules.contact'), width: 'minmax(0, 220px)' },
        cell: ({ contact }) => {
          const name = contactName(t, contact);
          return (
            <span className={classes.name} title={name}>
              {name}
            </span>
          );
        },
      },
      { id: 'body', header: t('schedules.body'), cell: schedule => <Words schedule={schedule} /> },
      {
        ...{ id: 'time', header: t('schedules.time'), width: 'minmax(0, 190px)' },
        cell: schedule => <SendTime schedule={schedule} />,
      },
      {
        ...{ id: 'status', header: t('schedules.status'), width: 'minmax(0, 240px)' },
        cell: schedule => <ScheduleStatus schedule={schedule} />,
      },
    ],
    [t],
  );
};

const longestTitle = 500;

const Words = ({ schedule: { body, mediaName } }: { readonly schedule: ScheduleView }) => (
  <span className={classes.body} title={body.slice(0, longestTitle)}>
    {mediaName && <IconPaperclip size={16} aria-hidden />}
    <span className={classes.cut}>{shortBody(body)}</span>
  </span>
);

/** When it was sent, else when it is to be: on its own clocks, which are named where they are not the company's. */
const SendTime = ({
  schedule: { sendAt, sentAt, zone, recurrence },
}: {
  readonly schedule: ScheduleView;
}) => {
  const { t } = useTranslation();
  const at = sentAt ? localTimeOf(new Date(sentAt), zone) : sendAt;
  const other = zone === companyZone() ? '' : ` (${zone})`;
  return (
    <span className={classes.time}>
      <span className="figures">{`${localDateAndTime(at)}${other}`}</span>
      {recurrence !== 'none' && (
        <span className={classes.why}>{t(`schedules.recurrences.${recurrence}`)}</span>
      )}
    </span>
  );
};
