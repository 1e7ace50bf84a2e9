import type UPlot from 'uplot';
import { hourOf } from './spoken-clock.ts';

/** Room for the numbers at the left, so that the scrubber below is as wide as the plot. */
export const plotLeft = 40;
const height = 132;

export const lineTexts = {
  waiting: 'dashboard.counters.supportPending',
  attending: 'dashboard.counters.supportHappening',
} as const;

type Line = { readonly name: 'waiting' | 'attending'; readonly of: 'period' | 'beside' };
export const chartSeries = (isCompared: boolean): readonly Line[] => [
  ...(['waiting', 'attending'] as const).map(name => ({ name, of: 'period' as const })),
  ...(isCompared ? (['waiting', 'attending'] as const).map(name => ({ name, of: 'beside' as const })) : []),
];

type Asked = {
  readonly width: number;
  readonly isCompared: boolean;
  readonly language: string;
  readonly host: HTMLElement;
  /** When time 0 is. */
  readonly begin: string;
  readonly days: number;
};

/** Lines are told apart by dashes and width as well as by colour. */
export const chartOptions = ({ width, isCompared, language, host, begin, days }: Asked): UPlot.Options => {
  const style = getComputedStyle(host);
  const [meta, grid] = [style.getPropertyValue('--text-meta'), style.getPropertyValue('--line')];
  const start = Date.parse(begin);
  const stroke = { waiting: '--player-waiting', attending: '--player-attending' };
  return {
    ...{ width, height, legend: { show: false }, cursor: { show: false } },
    padding: [8, 0, 0, 0],
    scales: { x: { time: false }, y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] } },
    axes: [
      {
        ...{ stroke: meta, size: 28, font: '11px Inter, sans-serif', gap: 4 },
        grid: { stroke: grid, width: 1 },
        ticks: { show: false },
        incrs: [1, 2, 3, 6, 12, 24, 48, 120, 168].map(hours => hours * 3_600),
        space: days > 1.5 ? 96 : 48,
        // The last one would stand half outside.
        values: (_plot, splits) =>
          splits.map(at =>
            at > days * 86_400 * 0.97
              ? ''
              : hourOf(new Date(start + at * 1_000).toISOString(), language, days > 1.5),
          ),
      },
      {
        ...{ stroke: meta, size: plotLeft, font: '11px Inter, sans-serif', gap: 6 },
        grid: { stroke: grid, width: 1 },
        ticks: { show: false },
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000],
        space: 28,
      },
    ],
    series: [
      {},
      ...chartSeries(isCompared).map(({ name, of }) => ({
        stroke: style.getPropertyValue(stroke[name]),
        width: of === 'period' ? 2 : 1,
        ...(name === 'waiting' ? { dash: [5, 3] } : {}),
        ...(of === 'beside' ? { alpha: 0.6 } : {}),
        points: { show: false },
      })),
    ],
  };
};
