import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { BacklogAnswer } from '#contracts/dashboard.ts';
import { dayAndMonth } from '../../shared/formats.ts';

/** How many waited and how many were attended to at the end of each day: one line is dashed, one is not. */
const BacklogChart = ({ days }: Pick<BacklogAnswer, 'days'>) => {
  const { t } = useTranslation();
  return (
    <LineChart
      h={200}
      data={days.map(({ day, pending, attending }) => ({
        ...{ day: dayAndMonth(day), pending, attending },
      }))}
      dataKey="day"
      series={[
        {
          ...{ name: 'pending', label: t('dashboard.counters.supportPending') },
          ...{ color: 'var(--chart-line)', strokeDasharray: '5 4' },
        },
        { name: 'attending', label: t('dashboard.counters.supportHappening'), color: 'var(--chart-bar)' },
      ]}
      curveType="linear"
      withLegend
      withDots={days.length < 32}
      yAxisProps={{ allowDecimals: false, width: 40 }}
      lineProps={{ isAnimationActive: false }}
    />
  );
};
export default BacklogChart;
