import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportAnswer } from '#contracts/dashboard.ts';
import { type Dimension, dimensions, durationMetrics } from '#domain/dashboard/metrics.ts';
import { type DashboardFilter, type FigurePart, reportQuery } from '../../api/dashboard.ts';
import { spokenDuration } from '../../shared/spoken-duration.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { Breakdown } from './breakdown.tsx';
import classes from './dashboard.module.css';
import { Difference } from './difference.tsx';
import { ExportMenu } from './export-button.tsx';
import { FigureCard } from './figure-card.tsx';
import { HeatMap } from './heat-map.tsx';
import { metricName } from './metric-name.ts';
import { Openable } from './open-figure.tsx';

/** More of the same period: how long things took, who closed, by what, and when the work comes. */
const Report = ({ filter }: { readonly filter: DashboardFilter }) => {
  const { t } = useTranslation();
  const [by, setBy] = useState<Dimension>('queue');
  const { data, error, refetch } = useQuery(reportQuery(filter, by));
  if (!data) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton h={320} />;
  return (
    <>
      <div className={classes.reportHead}>
        <h2 className={classes.heading}>{t('dashboard.report.title')}</h2>
        <ExportMenu filter={filter} />
      </div>
      <Durations report={data} />
      <Counts report={data} />
      <section className={classes.panel} aria-label={t('dashboard.report.breakdown')}>
        <div className={classes.panelHead}>
          <h2 className={classes.heading}>{t('dashboard.report.breakdown')}</h2>
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard.report.breakdown')}
            value={by}
            onChange={value => setBy(dimensions.find(each => each === value) ?? 'queue')}
            data={dimensions.map(value => ({ value, label: t(`dashboard.report.by.${value}`) }))}
          />
        </div>
        <Breakdown rows={data.rows} by={data.by} />
      </section>
      <HeatMap starts={data.starts} />
    </>
  );
};
export default Report;

const Durations = ({ report }: { readonly report: ReportAnswer }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.cards}>
      {durationMetrics.map(metric => {
        const now = report.totals.durations[metric];
        const before = report.totalsBefore.durations[metric];
        return (
          <FigureCard
            key={metric}
            label={t(`dashboard.report.metrics.${metric}`)}
            definition={t(`dashboard.report.definitions.${metric}`)}
            opens={{ figure: { title: metricName(t, metric), figure: metric }, count: now.count }}
            value={spokenDuration(t, now.median)}
          >
            <Text size="xs" c="dimmed">
              {t('dashboard.report.spread', {
                p90: spokenDuration(t, now.p90),
                average: spokenDuration(t, now.average),
                count: now.count,
              })}
            </Text>
            <Difference now={now.median} before={before.median} />
          </FigureCard>
        );
      })}
    </div>
  );
};

const Counts = ({ report: { totals, totalsBefore } }: { readonly report: ReportAnswer }) => {
  const { t, i18n } = useTranslation();
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const sum = ({ closings }: ReportAnswer['totals']) => closings.human + closings.bot + closings.timeout;
  const cards = [
    { name: 'opened', now: totals.opened, before: totalsBefore.opened },
    { name: 'closed', now: sum(totals), before: sum(totalsBefore) },
    { name: 'reopened', now: totals.reopened, before: totalsBefore.reopened },
  ] as const;
  const [bad, good, best] = totals.marks;
  const given = bad + good + best;
  const marks = [
    { mark: 3, count: best },
    { mark: 2, count: good },
    { mark: 1, count: bad },
  ];
  return (
    <div className={classes.cards}>
      {cards.map(({ name, now, before }) => (
        <FigureCard
          key={name}
          label={t(`dashboard.report.counts.${name}`)}
          definition={t(`dashboard.report.definitions.${name}`)}
          value={number(now)}
          opens={{ figure: { title: metricName(t, name), figure: name }, count: now }}
        >
          {name === 'closed' && (
            <Text size="xs" c="dimmed">
              {closings.map((closing, index) => (
                <Fragment key={closing}>
                  {index > 0 && ', '}
                  <PartOf metric="closed" part={{ closing }} count={totals.closings[closing]}>
                    {t(`dashboard.report.closedBy.${closing}`, { count: totals.closings[closing] })}
                  </PartOf>
                </Fragment>
              ))}
              {'; '}
              {t('dashboard.report.closedTickets', { count: totals.closings.tickets })}
              {', '}
              {t('dashboard.report.closedContacts', { count: totals.closings.contacts })}
            </Text>
          )}
          <Difference now={now} before={before} />
        </FigureCard>
      ))}
      <FigureCard
        label={t('dashboard.report.counts.marks')}
        definition={t('dashboard.report.definitions.marks')}
        value={number(given)}
        opens={{ figure: { title: metricName(t, 'rated'), figure: 'rated' }, count: given }}
      >
        <Text size="xs" c="dimmed">
          {marks.map(({ mark, count }, index) => (
            <Fragment key={mark}>
              {index > 0 && ' · '}
              <PartOf metric="rated" part={{ rating: mark }} count={count}>
                {mark}: {number(count)}
              </PartOf>
            </Fragment>
          ))}
        </Text>
      </FigureCard>
    </div>
  );
};

const closings = ['human', 'bot', 'timeout'] as const;

type PartProps = {
  readonly metric: 'closed' | 'rated';
  readonly part: FigurePart;
  readonly count: number;
  readonly children: ReactNode;
};

/** A part of a card's figure, which opens the tickets of that part. */
const PartOf = ({ metric, part, count, children }: PartProps) => {
  const { t } = useTranslation();
  return (
    <Openable figure={{ title: metricName(t, metric), figure: metric, part }} count={count}>
      {children}
    </Openable>
  );
};
