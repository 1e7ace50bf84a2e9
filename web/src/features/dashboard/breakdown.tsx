import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BreakdownRow } from '#contracts/dashboard.ts';
import { type Dimension, durationMetrics } from '#domain/dashboard/metrics.ts';
import { spokenMs } from './spoken-time.ts';

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
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed" p="sm">
        {t('dashboard.report.empty')}
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={820} type="native" tabIndex={0}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`dashboard.report.by.${by}`)}</Table.Th>
            <Table.Th>{t('dashboard.report.counts.closed')}</Table.Th>
            {durationMetrics.map(metric => (
              <Table.Th key={metric}>{t(`dashboard.report.metrics.${metric}`)}</Table.Th>
            ))}
            <Table.Th>{t('dashboard.report.counts.reopened')}</Table.Th>
            <Table.Th>{t('dashboard.report.counts.marks')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.key ?? 'none'}>
              <Table.Th scope="row" fw={500}>
                {nameOf(row)}
              </Table.Th>
              <Table.Td className="figures">{number(row.closed)}</Table.Td>
              {durationMetrics.map(metric => (
                <Table.Td key={metric} className="figures">
                  {spokenMs(t, row.durations[metric].median, i18n.language)}
                </Table.Td>
              ))}
              <Table.Td className="figures">{number(row.reopened)}</Table.Td>
              <Table.Td className="figures">
                {row.rating === null
                  ? '–'
                  : t('dashboard.attendants.ratingOf', { rating: number(row.rating), count: row.ratings })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};
