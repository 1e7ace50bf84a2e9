import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BreakdownRow } from '#contracts/dashboard.ts';
import { type Dimension, durationMetrics } from '#domain/dashboard/metrics.ts';
import { spokenDuration } from '../../shared/spoken-duration.ts';
import classes from './dashboard.module.css';
import { Definition } from './figure-card.tsx';
import { metricName } from './metric-name.ts';
import { Openable, type ShownFigure } from './open-figure.tsx';

const columns = [
  { metric: 'closed', definition: 'closed' },
  ...durationMetrics.map(metric => ({ metric, definition: metric })),
  { metric: 'reopened', definition: 'reopened' },
  { metric: 'rated', definition: 'marks' },
] as const;
type Column = (typeof columns)[number]['metric'];

const countIn = (row: BreakdownRow, metric: Column): number => {
  if (metric === 'closed' || metric === 'reopened') return row[metric];
  return metric === 'rated' ? row.ratings : row.durations[metric].count;
};

type Props = { readonly rows: readonly BreakdownRow[]; readonly by: Dimension };

/** The figures of each queue, connection, tag or attendant: medians, since averages hide what most people wait. */
export const Breakdown = ({ rows, by }: Props) => {
  const { t, i18n } = useTranslation();
  const number = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value);
  const nameOf = ({ key, name, removed }: BreakdownRow): string => {
    if (key === null) return t(`dashboard.report.none.${by}`);
    const known = name ?? t('dashboard.report.unknown');
    return removed ? t(`dashboard.gone.${by}`, { name: known }) : known;
  };
  const figureOf = (row: BreakdownRow, metric: Column): ShownFigure => ({
    title: `${metricName(t, metric)} · ${nameOf(row)}`,
    figure: metric,
    part: { by, key: row.key ?? 'none' },
  });
  const textOf = (row: BreakdownRow, metric: Column): string => {
    if (metric === 'closed' || metric === 'reopened') return number(row[metric]);
    if (metric !== 'rated') return spokenDuration(t, row.durations[metric].median);
    if (row.rating === null) return '–';
    return t('dashboard.attendants.ratingOf', { rating: number(row.rating), count: row.ratings });
  };
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed" p="sm">
        {t('dashboard.report.empty')}
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={980} type="native" tabIndex={0}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`dashboard.report.by.${by}`)}</Table.Th>
            {columns.map(({ metric, definition }) => (
              <Table.Th key={metric} scope="col">
                <span className={classes.columnHead}>
                  {metricName(t, metric)}
                  <Definition
                    label={metricName(t, metric)}
                    text={t(`dashboard.report.definitions.${definition}`)}
                  />
                </span>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.key ?? 'none'}>
              <Table.Th scope="row" fw={500}>
                {nameOf(row)}
              </Table.Th>
              {columns.map(({ metric }) => (
                <Table.Td key={metric} className="figures">
                  <Openable figure={figureOf(row, metric)} count={countIn(row, metric)}>
                    {textOf(row, metric)}
                  </Openable>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};
