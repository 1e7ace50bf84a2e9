import { SegmentedControl, Select } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleView } from '#contracts/schedules.ts';
import { type ScheduleStatus, scheduleStatuses } from '#domain/schedule/lifecycle.ts';
import { schedulesOf } from '../../api/schedules.ts';
import { RecordPage } from '../../kit/records/record-page.tsx';
import { contactName } from '../../shared/contact-name.ts';
import { untilThere } from '../../shared/until-there.ts';
import { useAsked } from '../../shared/use-asked.ts';
import { useSearch } from '../../shared/use-search.ts';
import type { ScheduleChoice } from './schedule-dialogs.tsx';
import { useScheduleActions, useScheduleColumns } from './schedule-row.tsx';
import classes from './schedules.module.css';
import { SchedulesCalendar } from './schedules-calendar.tsx';

const ScheduleDialogs = lazy(untilThere(() => import('./schedule-dialogs.tsx')));

/** Messages that go out by themselves, in a list or in a calendar. */
const SchedulesPage = () => {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<ScheduleChoice>();
  const [view, setView] = useState<'list' | 'calendar'>('list');
  const close = useCallback(() => setChoice(undefined), []);
  // Specification, secondary, section 2: who comes with a contact schedules a message to them.
  useAsked(
    'contactId',
    useCallback(contactId => setChoice({ kind: 'add', contactId }), []),
  );
  const [status, setStatus] = useStatusFilter();
  const source = useMemo(() => schedulesOf(status), [status]);
  const columns = useScheduleColumns();
  const actions = useScheduleActions(setChoice);
  const nameOf = useCallback(({ contact }: ScheduleView) => contactName(t, contact), [t]);
  const add = { label: t('schedules.add'), run: () => setChoice({ kind: 'add' }) };
  const tools = (
    <>
      <Select
        className={classes.filter ?? ''}
        aria-label={t('schedules.status')}
        data={[
          { value: 'all', label: t('schedules.anyStatus') },
          ...scheduleStatuses.map(value => ({ value, label: t(`schedules.statuses.${value}`) })),
        ]}
        value={status ?? 'all'}
        onChange={value => setStatus(scheduleStatuses.find(each => each === value))}
        allowDeselect={false}
      />
      <SegmentedControl
        className={classes.view ?? ''}
        size="sm"
        aria-label={t('schedules.view')}
        value={view}
        onChange={value => setView(value === 'calendar' ? 'calendar' : 'list')}
        data={[
          { value: 'list', label: t('schedules.list') },
          { value: 'calendar', label: t('schedules.calendar') },
        ]}
      />
    </>
  );
  return (
    <>
      {view === 'list' ? (
        <RecordPage
          {...{ source, columns, actions, nameOf, tools, add }}
          title={t('navigation.schedules')}
          icon={IconCalendarTime}
          emptyText={t('schedules.empty')}
          leftOutText={status && t('schedules.noneOf')}
          buttons={3}
        />
      ) : (
        <SchedulesCalendar
          {...{ status, tools, add }}
          onOpen={schedule => setChoice({ kind: 'open', schedule })}
        />
      )}
      <Suspense>{choice && <ScheduleDialogs choice={choice} onClose={close} />}</Suspense>
    </>
  );
};
export default SchedulesPage;

/** How those that are shown stand, as the address says. */
const useStatusFilter = () => {
  const [search, change] = useSearch();
  const asked = search.get('status');
  const status = scheduleStatuses.find(each => each === asked);
  const setStatus = (wanted: ScheduleStatus | undefined): void =>
    change({ status: wanted }, { replace: true });
  return [status, setStatus] as const;
};
