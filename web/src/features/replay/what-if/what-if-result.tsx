import { Badge, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { localDate } from '#contracts/local-date.ts';
import type { WhatIfAnswer } from '#contracts/what-if.ts';
import { spokenDuration } from '../../../shared/spoken-duration.ts';
import { useComingIntoView } from '../../../shared/use-coming-into-view.ts';
import classes from './what-if.module.css';

type Row = WhatIfAnswer['rows'][number];
const columns = ['calendar', 'business', 'simulated'] as const;
const measures = ['median', 'p90', 'average'] as const;

/** How it was beside how it would have been; what is simulated says so. */
export const WhatIfResult = ({ answer }: { readonly answer: WhatIfAnswer }) => {
  const { t } = useTranslation();
  const { period, version, rows } = answer;
  const place = useComingIntoView(answer);
  return (
    <section ref={place} aria-label={t('whatIf.result')} className={classes.page}>
      <Text size="sm" role="status">
        {t('whatIf.of', {
          from: localDate(period.dateFrom),
          to: localDate(period.dateTo),
        })}
        <Text span size="xs" c="dimmed" display="block">
          {t('dashboard.version', { version })} · {t('dashboard.zone', { zone: period.zone })}
        </Text>
      </Text>
      <div className={classes.results}>
        {rows.map(row => (
          <Result key={row.metric} row={row} />
        ))}
      </div>
    </section>
  );
};

const Result = ({ row }: { readonly row: Row }) => {
  const { t, i18n } = useTranslation();
  const name = t(`dashboard.report.metrics.${row.metric}`);
  const share = (value: number | null): string =>
    value === null
      ? '–'
      : new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(value);
  return (
    <section className={classes.result} aria-label={name}>
      <h2 className={classes.heading}>{name}</h2>
      <Text size="xs" c="dimmed">
        {t('dashboard.list.total', { count: row.calendar.count })}
      </Text>
      {row.calendar.count === 0 ? (
        <Text size="sm">{t('dashboard.report.empty')}</Text>
      ) : (
        <Table verticalSpacing={6} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <td />
              {columns.map(column => (
                <Table.Th key={column} scope="col">
                  {column === 'simulated' ? (
                    <Badge variant="light" color="yellow" autoContrast className={classes.badge ?? ''}>
                      {t('whatIf.simulation')}
                    </Badge>
                  ) : (
                    t(`dashboard.time.${column}`)
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {measures.map(measure => (
              <Table.Tr key={measure}>
                <Table.Th scope="row">{t(`whatIf.measures.${measure}`)}</Table.Th>
                {columns.map(column => (
                  <Table.Td key={column} className="figures">
                    {spokenDuration(t, row[column][measure])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
            {row.targetMinutes !== null && (
              <Table.Tr>
                <Table.Th scope="row">{t('whatIf.within', { count: row.targetMinutes })}</Table.Th>
                {columns.map(column => (
                  <Table.Td key={column} className="figures" fw={600}>
                    {share(row[column].within)}
                  </Table.Td>
                ))}
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
};
