import type { TFunction } from 'i18next';
import { durationMetrics, type ListedMetric } from '#domain/dashboard/metrics.ts';

const counts = { rated: 'marks', opened: 'opened', closed: 'closed', reopened: 'reopened' } as const;
const counters = { leads: 'leads', pending: 'supportPending', attending: 'supportHappening' } as const;

/** What a figure is called on the screen. */
export const metricName = (t: TFunction, metric: ListedMetric): string => {
  const duration = durationMetrics.find(each => each === metric);
  if (duration) return t(`dashboard.report.metrics.${duration}`);
  const count = Object.entries(counts).find(([name]) => name === metric)?.[1];
  if (count) return t(`dashboard.report.counts.${count}`);
  return t(`dashboard.counters.${counters[metric as keyof typeof counters]}`);
};
