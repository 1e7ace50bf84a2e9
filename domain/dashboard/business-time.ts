import { settings } from '../company/settings.ts';
import { defaultHours, type Hours, openMsBetween } from '../shared/schedule.ts';

/** What a company had said of its hours, from a moment on. */
export type CompanyRule = {
  readonly from: string;
  /** The setting: whose hours count. */
  readonly scheduleType: string;
  readonly zone: string;
  /** Null while it has said nothing. */
  readonly hours: Hours | null;
};
/** What was said of a queue's hours, from a moment on. */
export type QueueRule = { readonly from: string; readonly hours: Hours };

/** Before a company has said anything: nobody's hours count. */
export const noRule: Omit<CompanyRule, 'from'> = {
  scheduleType: settings.scheduleType.fallback,
  zone: settings.timeZone.fallback,
  hours: null,
};

/** The hours in force from a moment on; null: every hour counts. */
export type HoursSlice = { readonly from: number; readonly zone: string; readonly hours: Hours | null };

/**
 * The hours that were in force for a queue (null: none), one slice after the other. The company's count with
 * `scheduleType` company, the queue's with queue; where neither has said anything every hour counts, as it does while
 * a ticket is in no queue of a company that goes by its queues.
 */
export const slicesOf = (
  company: readonly CompanyRule[],
  queue: readonly QueueRule[] | null,
): readonly HoursSlice[] => {
  const moments = [...company, ...(queue ?? [])].map(({ from }) => Date.parse(from));
  return [...new Set([Number.NEGATIVE_INFINITY, ...moments])]
    .toSorted((one, other) => one - other)
    .map(from => {
      const at = <Rule extends { readonly from: string }>(rules: readonly Rule[]) =>
        rules.findLast(rule => Date.parse(rule.from) <= from);
      const { scheduleType, zone, hours } = at(company) ?? noRule;
      const own = at(queue ?? [])?.hours;
      if (scheduleType === 'company') return { from, zone, hours: hours ?? defaultHours };
      const counts = scheduleType === 'queue' && own && own.schedules.length > 0;
      return { from, zone, hours: counts ? own : null };
    });
};

/** How much of a time was business time, each part by the hours in force then; milliseconds, never negative. */
export const businessMs = (from: number, until: number, slices: readonly HoursSlice[]): number =>
  slices.reduce((sum, slice, index) => {
    const begin = Math.max(from, slice.from);
    const end = Math.min(until, slices[index + 1]?.from ?? until);
    if (end <= begin) return sum;
    return sum + (slice.hours ? openMsBetween(slice.hours, begin, end, slice.zone) : end - begin);
  }, 0);
