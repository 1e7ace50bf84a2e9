import { Badge, Skeleton, Table, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttendantFigures, DashboardAnswer } from '#contracts/dashboard.ts';
import { useUser } from '../../api/session-store.ts';
import { companyZone } from '../../shared/company-zone.ts';
import { daysBetween } from '../../shared/formats.ts';
import { untilThere } from '../../shared/until-there.ts';
import classes from './dashboard.module.css';
import { FigureCard } from './figure-card.tsx';
import { spokenMinutes } from './spoken-time.ts';

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
        const value = figures[name];
        const isTime = name === 'avgSupportTime' || name === 'avgWaitTime';
        return (
          <FigureCard
            key={name}
            label={t(`dashboard.counters.${name}`)}
            definition={t(`dashboard.definitions.${name}`)}
            value={
              isTime
                ? spokenMinutes(t, value, i18n.language)
                : new Intl.NumberFormat(i18n.language).format(value ?? 0)
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
  const date = dueDate
    ? new Intl.DateTimeFormat('pt-BR', { timeZone: companyZone() }).format(new Date(dueDate))
    : t('dashboard.due.never');
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

/** What each attendant did, and who is there. */
export const Attendants = ({ rows }: { readonly rows: readonly AttendantFigures[] }) => {
  const { t, i18n } = useTranslation();
  const number = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value);
  return (
    <section className={classes.panel} aria-label={t('dashboard.attendants.title')}>
      <h2 className={classes.heading}>{t('dashboard.attendants.title')}</h2>
      <Table.ScrollContainer minWidth={520} type="native" tabIndex={0}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('dashboard.attendants.name')}</Table.Th>
              <Table.Th>{t('dashboard.attendants.rating')}</Table.Th>
              <Table.Th>{t('dashboard.attendants.avgSupportTime')}</Table.Th>
              <Table.Th>{t('dashboard.attendants.finished')}</Table.Th>
              <Table.Th>{t('dashboard.attendants.status')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(row => (
              <Table.Tr key={row.id}>
                <Table.Td>{row.removed ? t('dashboard.gone.user', { name: row.name }) : row.name}</Table.Td>
                <Table.Td className="figures">
                  {row.rating === null
                    ? '–'
                    : t('dashboard.attendants.ratingOf', { rating: number(row.rating), count: row.ratings })}
                </Table.Td>
                <Table.Td className="figures">{spokenMinutes(t, row.avgSupportTime, i18n.language)}</Table.Td>
                <Table.Td className="figures">{number(row.finished)}</Table.Td>
                <Table.Td>
                  <Badge variant="outline" color={row.online ? 'green' : 'gray'} size="sm" radius="sm">
                    {row.online ? t('dashboard.attendants.online') : t('dashboard.attendants.offline')}
                  </Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          {t('dashboard.attendants.none')}
        </Text>
      )}
    </section>
  );
};
