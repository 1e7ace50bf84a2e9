import { Divider, Stack, Text } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Weekday } from '#domain/shared/calendar.ts';
import {
  type Hours,
  holidaysInput,
  openAt,
  type ScheduleEntry,
  schedulesInput,
  weekdayNames,
  weekdaysInOrder,
} from '#domain/shared/schedule.ts';
import { companyZone } from '../../shared/company-zone.ts';
import { HolidayList } from './holiday-list.tsx';
import classes from './hours.module.css';
import { changeText } from './hours-text.ts';
import { ShiftRow } from './shift-row.tsx';

type Props = { readonly hours: Hours; readonly onChange: (hours: Hours) => void };

/** Whether hours are what is kept: what is being typed is not, yet. */
export const areHours = ({ schedules, holidays }: Hours): boolean =>
  schedulesInput.safeParse(schedules).success && holidaysInput.safeParse(holidays).success;

/** Seven weekdays with one shift or several, and the days on which it is otherwise. Specification, secondary, section 2. */
export const HoursEditor = ({ hours, onChange }: Props) => {
  const { t } = useTranslation();
  const { schedules, holidays } = hours;
  const change = (next: readonly ScheduleEntry[]): void => onChange({ ...hours, schedules: next });
  return (
    <Stack gap="md">
      <NowLine hours={hours} />
      <div className={classes.week}>
        {weekdaysInOrder.map(day => (
          <WeekdayRow key={day} {...{ day, schedules }} onChange={change} />
        ))}
      </div>
      <Divider label={t('hours.holidays')} labelPosition="left" />
      <HolidayList holidays={holidays} onChange={next => onChange({ ...hours, holidays: next })} />
    </Stack>
  );
};

type WeekdayProps = {
  readonly day: Weekday;
  readonly schedules: readonly ScheduleEntry[];
  readonly onChange: (schedules: readonly ScheduleEntry[]) => void;
};

const WeekdayRow = ({ day, schedules, onChange }: WeekdayProps) => {
  const { t } = useTranslation();
  const shifts = schedules.flatMap((entry, index) => (entry.weekdayEn === day ? [{ entry, index }] : []));
  const closed: ScheduleEntry = {
    ...{ weekday: weekdayNames[day], weekdayEn: day, startTime: '00:00', endTime: '00:00' },
  };
  const name = t(`hours.weekdays.${day}`);
  const shown = shifts.length > 0 ? shifts : [{ entry: closed, index: schedules.length }];
  return (
    <fieldset className={classes.day} aria-label={name}>
      <span className={classes.weekday}>{name}</span>
      <div className={classes.shifts}>
        {shown.map(({ entry, index }, place) => (
          <ShiftRow
            key={index}
            of={shown.length > 1 ? `${name}, ${place + 1}` : name}
            times={entry}
            onChange={times => onChange(schedules.toSpliced(index, 1, { ...entry, ...times }))}
            onRemove={shown.length > 1 ? () => onChange(schedules.toSpliced(index, 1)) : undefined}
            onAdd={
              place === shown.length - 1
                ? () =>
                    onChange([
                      ...schedules.toSpliced(index, 1, entry),
                      { ...closed, startTime: '', endTime: '' },
                    ])
                : undefined
            }
          />
        ))}
      </div>
    </fieldset>
  );
};

const lookAgainMs = 20_000;

/** What these hours mean at this moment, where the company is. */
const NowLine = ({ hours }: { hours: Hours }) => {
  const { t, i18n } = useTranslation();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), lookAgainMs);
    return () => clearInterval(timer);
  }, []);
  if (!areHours(hours)) return null;
  const zone = companyZone();
  const openness = openAt(hours, now, zone);
  const when = changeText(openness, now, zone, i18n.language);
  const state = openness.isOpen ? 'open' : 'closed';
  return (
    <Text size="sm" className={classes.now ?? ''} data-open={openness.isOpen} role="status">
      <IconClockHour4 size={16} aria-hidden />
      {when ? t(`hours.now.${state}Until`, { when }) : t(`hours.now.${state}`)}
      <Text span size="xs" c="dimmed">
        {zone}
      </Text>
    </Text>
  );
};
