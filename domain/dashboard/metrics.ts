/**
 * The figures that reports are made of. What each of them counts is said in `docs/metrics.md` and on the screens, which
 * name the version that a file was made by.
 */
export const durationMetrics = [
  'waiting',
  'firstResponse',
  'customerWaiting',
  'handling',
  'resolution',
] as const;
export type DurationMetric = (typeof durationMetrics)[number];

export const metrics = [...durationMetrics, 'opened', 'closed', 'reopened', 'rated', 'leads'] as const;
export type Metric = (typeof metrics)[number];

/** What is counted at an instant and not over a period: who waits, and who is attended to. */
export const standingMetrics = ['pending', 'attending'] as const;
export type StandingMetric = (typeof standingMetrics)[number];

/** Every figure whose tickets can be listed. */
export const listedMetrics = [...metrics, ...standingMetrics] as const;
export type ListedMetric = (typeof listedMetrics)[number];

export const dimensions = ['queue', 'connection', 'tag', 'user'] as const;
export type Dimension = (typeof dimensions)[number];

/** How durations are measured: by the calendar, or within the hours that were in force then. */
export const clocks = ['calendar', 'business'] as const;
export type Clock = (typeof clocks)[number];

/** Raise it when a definition changes: files and saved figures name it. */
export const metricsVersion = 3;

/** Who comes back within this time after a closing counts as reopened. */
export const reopenedWithinMs = 24 * 3_600_000;
