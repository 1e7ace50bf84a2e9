import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Button, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#domain/shared/calendar.ts';
import { companyZone } from '../../shared/company-zone.ts';
import { narrowScreen } from '../../shared/narrow-screen.ts';
import classes from './dashboard.module.css';
import { Definition } from './figure-card.tsx';
import { Openable, OpenFigure, type ShownFigure } from './open-figure.tsx';

const nameOf = (hour: number): string => `${String(hour).padStart(2, '0')}h`;

/** What began today, for each hour, as bars or as a table. */
const TodayChart = ({ hours }: { readonly hours: readonly number[] }) => {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  const isNarrow = useMediaQuery(narrowScreen) ?? false;
  const total = hours.reduce((sum, each) => sum + each, 0);
  const open = useContext(OpenFigure);
  const today = dayOf(new Date(), companyZone());
  const figureOf = (hour: number): ShownFigure => ({
    title: `${t('dashboard.today.title')} · ${nameOf(hour)}`,
    figure: 'today',
    part: { hour },
    days: { date_from: today, date_to: today },
  });
  const data = hours.map((count, hour) => ({ hour: nameOf(hour), count }));
  return (
    <>
      <div className={classes.panelHead}>
        <h2 className={classes.heading}>{t('dashboard.today.titleOf', { count: total })}</h2>
        <Definition label={t('dashboard.today.title')} text={t('dashboard.definitions.today')} />
        <Button variant="subtle" size="compact-xs" onClick={() => setAsTable(!asTable)}>
          {asTable ? t('dashboard.asChart') : t('dashboard.asTable')}
        </Button>
      </div>
      {total === 0 && !asTable && (
        <Text size="sm" c="dimmed">
          {t('dashboard.today.none')}
        </Text>
      )}
      {asTable ? (
        <Table.ScrollContainer minWidth={0} maxHeight={220} type="native" tabIndex={0}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('dashboard.today.hour')}</Table.Th>
                <Table.Th>{t('dashboard.today.started')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map(({ hour, count }, index) => (
                <Table.Tr key={hour}>
                  <Table.Td>{hour}</Table.Td>
                  <Table.Td className="figures">
                    <Openable figure={figureOf(index)} count={count}>
                      {count}
                    </Openable>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : (
        <BarChart
          h={220}
          data={data}
          dataKey="hour"
          series={[{ name: 'count', label: t('dashboard.today.started'), color: 'var(--chart-bar)' }]}
          tickLine="none"
          withBarValueLabel={!isNarrow && total > 0}
          valueFormatter={value => (value === 0 ? '' : String(value))}
          yAxisProps={{ allowDecimals: false, width: 32 }}
          xAxisProps={{ interval: isNarrow ? 5 : 1 }}
          barProps={{
            isAnimationActive: false,
            cursor: 'pointer',
            onClick: (_bar, hour) => open(figureOf(hour)),
          }}
        />
      )}
    </>
  );
};
export default TodayChart;
