import type { TFunction } from 'i18next';
import { durationMetrics, type ListedMetric, listedMetrics } from '#domain/dashboard/metrics.ts';

const counts = { rated: 'marks', opened: 'opened', closed: 'closed', reopened: 'reopened' } as const;
const counters = { leads: 'leads', pending: 'supportPending', attending: 'supportHappening' } as const;

/** What a metric is called on the screen. */
export const metricName = (t: TFunction, metric: ListedMetric): string => {
  const duration = durationMetrics.find(each => each === metric);
  if (duration) return t(`dashboard.report.metrics.${duration}`);
  const count = Object.entries(counts).find(([name]) => name === metric)?.[1];
  if (count) return t(`dashboard.report.counts.${count}`);
  return t(`dashboard.counters.${counters[metric as keyof typeof counters]}`);
};

/** Figures that the page calls otherwise than what they are made of. */
const others = {
  ...({ supportPending: 'pending', supportHappening: 'attending', supportFinished: 'closed' } as const),
  ...({ avgSupportTime: 'handling', avgWaitTime: 'waiting', today: 'opened' } as const),
};
type Other = keyof typeof others;

/** A figure as addresses name it. */
export type FigureName = ListedMetric | Other;

export const isFigureName = (name: string): name is FigureName =>
  Object.hasOwn(others, name) || listedMetrics.some(each => each === name);

const isOther = (name: FigureName): name is Other => Object.hasOwn(others, name);

/** What a figure is made of. */
export const metricOf = (name: FigureName): ListedMetric => (isOther(name) ? others[name] : name);

/** What a figure is called on the screen. */
export const figureName = (t: TFunction, name: FigureName): string => {
  if (!isOther(name)) return metricName(t, name);
  return name === 'today' ? t('dashboard.today.title') : t(`dashboard.counters.${name}`);
};
