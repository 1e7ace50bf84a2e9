import { Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DashboardAnswer } from '#contracts/dashboard.ts';
import { useUser } from '../../api/session-store.ts';
import { dayOfMoment, daysBetween } from '../../shared/formats.ts';
import { spokenDuration } from '../../shared/spoken-duration.ts';
import { untilThere } from '../../shared/until-there.ts';
import classes from './dashboard.module.css';
import { FigureCard } from './figure-card.tsx';

const TodayChart = lazy(untilThere(() => import('./today-chart.tsx')));

const counters = [
  ...(['supportPending', 'supportHappening', 'supportFinished'] as const),
  ...(['leads', 'avgSupportTime', 'avgWaitTime'] as const),
];

/** The six counters of the specification. */
export const Counters = ({ figures }: { readonly figures: DashboardAnswer['counters'] }) => {
  const { t, i18n } = useTranslation();
  return (
    <div className={classes.cards}>
      {counters.map(name => {
        const isTime = name === 'avgSupportTime' || name === 'avgWaitTime';
        const value = isTime ? figures[`${name}Ms`] : figures[name];
        const count = isTime ? Number(value !== null) : (value ?? 0);
        return (
          <FigureCard
            key={name}
            label={t(`dashboard.counters.${name}`)}
            definition={t(`dashboard.definitions.${name}`)}
            opens={{ figure: { title: t(`dashboard.counters.${name}`), figure: name }, count }}
            value={
              isTime ? spokenDuration(t, value) : new Intl.NumberFormat(i18n.language).format(value ?? 0)
            }
          />
        );
      })}
    </div>
  );
};

/** Until when the company has paid. */
export const DueCard = () => {
  const { t, i18n } = useTranslation();
  const { dueDate } = useUser().company;
  const date = dueDate ? dayOfMoment(dueDate, i18n.language) : t('dashboard.due.never');
  return (
    <FigureCard label={t('dashboard.due.title')} value={date}>
      {dueDate && (
        <Text size="xs" c="dimmed">
          {t('dashboard.due.in', {
            when: new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(
              daysBetween(new Date(), new Date(dueDate)),
              'day',
            ),
          })}
        </Text>
      )}
    </FigureCard>
  );
};

/** When today's tickets began. */
export const Today = ({ hours }: { readonly hours: readonly number[] }) => {
  const { t } = useTranslation();
  return (
    <section className={`${classes.panel} ${classes.today}`} aria-label={t('dashboard.today.title')}>
      <Suspense fallback={<Skeleton h={240} />}>
        <TodayChart hours={hours} />
      </Suspense>
    </section>
  );
};
