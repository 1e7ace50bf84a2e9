import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BacklogAnswer } from '#contracts/dashboard.ts';
import { localDate } from '#contracts/local-date.ts';
import { may } from '#domain/access/may.ts';
import type { StandingMetric } from '#domain/dashboard/metrics.ts';
import { backlogQuery, type DashboardFilter } from '../../api/dashboard.ts';
import { useUser } from '../../api/session-store.ts';
import { dateAndTime } from '../../shared/formats.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { untilThere } from '../../shared/until-there.ts';
import { useSearch } from '../../shared/use-search.ts';
import classes from './dashboard.module.css';
import { Definition } from './figure-card.tsx';
import { InstantField } from './instant-field.tsx';
import { metricName } from './metric-name.ts';
import { Openable, type ShownFigure } from './open-figure.tsx';

const Chart = lazy(untilThere(() => import('./backlog-chart.tsx')));
const metrics = ['pending', 'attending'] as const;

/** Who waits and who is attended to: at the end of each day, and at an instant by queue and attendant. */
const Backlog = ({ filter }: { readonly filter: DashboardFilter }) => {
  const { t } = useTranslation();
  const [search, change] = useSearch();
  const asked = search.get('at');
  // What is no instant is none: it could not be taken out of the address on the screen.
  const at = asked && !Number.isNaN(Date.parse(asked)) ? new Date(asked).toISOString() : undefined;
  const { data, error, refetch } = useQuery(backlogQuery(filter, at));
  const choose = (instant: string | null): void => change({ at: instant }, { replace: false });
  if (!data) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton h={280} />;
  return (
    <section className={classes.panel} aria-label={t('dashboard.backlog.title')}>
      <Days days={data.days} />
      <Instant answer={data} at={at} onChange={choose} />
    </section>
  );
};
export default Backlog;

const Days = ({ days }: Pick<BacklogAnswer, 'days'>) => {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      <div className={classes.panelHead}>
        <h2 className={classes.heading}>{t('dashboard.backlog.title')}</h2>
        <Definition label={t('dashboard.backlog.title')} text={t('dashboard.backlog.definition')} />
        <Button variant="subtle" size="compact-xs" onClick={() => setAsTable(!asTable)}>
          {asTable ? t('dashboard.asChart') : t('dashboard.asTable')}
        </Button>
      </div>
      {asTable ? (
        <Table.ScrollContainer minWidth={0} maxHeight={220} type="native" tabIndex={0}>
          <Counts
            of={t('dashboard.backlog.day')}
            rows={days.map(({ day, at, ...counts }) => ({
              ...{ id: day, name: localDate(day), counts },
              part: { at },
            }))}
          />
        </Table.ScrollContainer>
      ) : (
        <Suspense fallback={<Skeleton h={200} />}>
          <Chart days={days} />
        </Suspense>
      )}
    </>
  );
};

type InstantProps = {
  readonly answer: BacklogAnswer;
  readonly at: string | undefined;
  readonly onChange: (at: string | null) => void;
};

const Instant = ({ answer, at, onChange }: InstantProps) => {
  const { t, i18n } = useTranslation();
  const maySee = may(useUser(), 'replay:view');
  const rowsOf = (by: 'queue' | 'user') =>
    answer[by === 'queue' ? 'queues' : 'users'].map(({ key, name, removed, ...counts }) => {
      const known = key === null ? t(`dashboard.report.none.${by}`) : (name ?? t('dashboard.report.unknown'));
      return {
        ...{ id: key ?? 'none', name: removed ? t(`dashboard.gone.${by}`, { name: known }) : known, counts },
        part: { at: answer.at, by, key: key ?? ('none' as const) },
      };
    });
  return (
    <>
      <div className={classes.instant}>
        <InstantField value={at ?? null} onChange={onChange} />
        <Text size="sm" role="status">
          {t('dashboard.backlog.at', { when: dateAndTime(answer.at, i18n.language), ...answer.total })}
        </Text>
        {maySee && (
          <Anchor component={Link} size="sm" to={`/replay?at=${encodeURIComponent(answer.at)}`}>
            {t('replay.see')}
          </Anchor>
        )}
      </div>
      {answer.queues.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('dashboard.backlog.none')}
        </Text>
      ) : (
        <div className={classes.pair}>
          {(['queue', 'user'] as const).map(by => (
            <Counts key={by} of={t(`dashboard.report.by.${by}`)} rows={rowsOf(by)} />
          ))}
        </div>
      )}
    </>
  );
};

type CountsProps = {
  /** What each row is. */
  readonly of: string;
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly counts: Readonly<Record<StandingMetric, number>>;
    readonly part: ShownFigure['part'];
  }[];
};

const Counts = ({ of, rows }: CountsProps) => {
  const { t, i18n } = useTranslation();
  return (
    <Table verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{of}</Table.Th>
          {metrics.map(metric => (
            <Table.Th key={metric} scope="col">
              {metricName(t, metric)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, name, counts, part }) => (
          <Table.Tr key={id}>
            <Table.Th scope="row" fw={500}>
              {name}
            </Table.Th>
            {metrics.map(metric => (
              <Table.Td key={metric} className="figures">
                <Openable
                  figure={{
                    title: `${metricName(t, metric)} · ${name}`,
                    figure: metric,
                    ...(part ? { part } : {}),
                  }}
                  count={counts[metric]}
                >
                  {new Intl.NumberFormat(i18n.language).format(counts[metric])}
                </Openable>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};
