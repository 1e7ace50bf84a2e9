import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleView } from '#contracts/schedules.ts';
import type { ScheduleStatus as Status } from '#domain/schedule/lifecycle.ts';
import { dayOf } from '#domain/shared/calendar.ts';
import { monthsLater } from '#domain/shared/recurrence.ts';
import { scheduledDaysQuery } from '../../api/schedules.ts';
import { type Add, AddButton } from '../../kit/records/add-button.tsx';
import page from '../../kit/records/record-page.module.css';
import { companyZone } from '../../shared/company-zone.ts';
import { contactName } from '../../shared/contact-name.ts';
import { longDay, monthAndYear } from '../../shared/formats.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { byDay, weeksOf } from './month.ts';
import { MonthGrid } from './month-grid.tsx';
import { shortBody } from './schedule-row.tsx';
import { ScheduleStatus } from './schedule-shown.tsx';
import classes from './schedules.module.css';

type Props = {
  /** Only those that stand so; all of them without it. */
  readonly status: Status | undefined;
  readonly tools: ReactNode;
  readonly add: Add;
  readonly onOpen: (schedule: ScheduleView) => void;
};

/** A month of scheduled messages, and those of the chosen day. Days are the company's. */
export const SchedulesCalendar = ({ status, tools, add, onOpen }: Props) => {
  const { t, i18n } = useTranslation();
  const today = dayOf(new Date(), companyZone());
  const [day, setDay] = useState(today);
  const weeks = weeksOf(day);
  const [from, until] = [weeks[0]?.[0] ?? day, weeks.at(-1)?.at(-1) ?? day];
  const { data, error, refetch } = useQuery(scheduledDaysQuery(from, until, status));
  const days = byDay(data?.schedules ?? [], from, until);
  return (
    <div className={page.page}>
      <div className={page.head} data-tools>
        <Title order={1} fz={18} className={page.title ?? ''}>
          {t('navigation.schedules')}
        </Title>
        <div className={page.tools}>{tools}</div>
        <AddButton {...add} />
      </div>
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {data?.hasMore && <Text size="sm">{t('schedules.tooMany')}</Text>}
      <div className={classes.calendar}>
        <section className={classes.month}>
          <Group gap="xs" wrap="nowrap" mb="xs">
            <Text fw={600} className={classes.monthName ?? ''} role="status">
              {monthAndYear(day, i18n.language)}
            </Text>
            <Button size="xs" variant="default" onClick={() => setDay(today)}>
              {t('schedules.today')}
            </Button>
            <Step label={t('schedules.previousMonth')} go={() => setDay(monthsLater(day, -1))}>
              <IconChevronLeft size={18} aria-hidden />
            </Step>
            <Step label={t('schedules.nextMonth')} go={() => setDay(monthsLater(day, 1))}>
              <IconChevronRight size={18} aria-hidden />
            </Step>
          </Group>
          <MonthGrid {...{ day, today, weeks, days }} onDay={setDay} />
        </section>
        <section className={classes.day} aria-label={longDay(day, i18n.language)}>
          <Text fw={600} mb="xs">
            {longDay(day, i18n.language)}
          </Text>
          <DayList schedules={days.get(day) ?? []} onOpen={onOpen} />
        </section>
      </div>
    </div>
  );
};

type StepProps = { readonly label: string; readonly go: () => void; readonly children: ReactNode };

const Step = ({ label, go, children }: StepProps) => (
  <ActionIcon variant="default" size={30} aria-label={label} data-hint={label} onClick={go}>
    {children}
  </ActionIcon>
);

type DayProps = { readonly schedules: readonly ScheduleView[]; readonly onOpen: Props['onOpen'] };

const DayList = ({ schedules, onOpen }: DayProps) => {
  const { t } = useTranslation();
  if (schedules.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('schedules.nothingOn')}
      </Text>
    );
  return (
    <ul className={classes.list}>
      {schedules.map(schedule => (
        <li key={schedule.id}>
          <button type="button" className={classes.item} onClick={() => onOpen(schedule)}>
            <span className="figures">{schedule.sendAt.slice(11, 16)}</span>
            <span className={classes.itemText}>
              <span className={classes.name}>{contactName(t, schedule.contact)}</span>
              <span className={classes.why}>{shortBody(schedule.body)}</span>
            </span>
            <ScheduleStatus schedule={schedule} />
          </button>
        </li>
      ))}
    </ul>
  );
};
