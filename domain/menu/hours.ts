import { closedSince, defaultHours, type Hours, openAt } from '../shared/schedule.ts';
import { type Language, menuTexts } from './texts.ts';

export type QueueHours = Hours & { readonly queueId: string; readonly outOfHoursMessage: string };

/** What says when somebody is there. */
export type Attendance = {
  /** The company's setting. */
  readonly scheduleType: string;
  readonly zone: string;
  readonly language: Language;
  /** The company's; absent while it has said nothing. */
  readonly hours?: Hours | undefined;
  /** The connection's. */
  readonly outOfHoursMessage: string;
  /** Of the connection's queues, in their order, and of any other that is asked for. */
  readonly queues: readonly QueueHours[];
};

/** A time when nobody is there: since when (null: since ever), until when, and what is said then. */
export type Closed = { readonly since: Date | null; readonly until: Date | null; readonly notice: string };

/**
 * Whether nobody is there for a queue at an instant; undefined when somebody is. While no queue is chosen, nobody is
 * there when none of the connection's queues is open. A queue without hours is always open. The queue's words go before
 * the connection's, and those before ours. Specification, secondary, sections 2 and 3.
 */
export const closedAt = (
  attendance: Attendance,
  queueId: string | null,
  instant: Date,
): Closed | undefined => {
  const { scheduleType, queues, zone, language, outOfHoursMessage } = attendance;
  const chosen = queues.find(queue => queue.queueId === queueId);
  const notice = [chosen?.outOfHoursMessage ?? '', outOfHoursMessage, menuTexts[language].outOfHours].find(
    text => text.trim() !== '',
  );
  const closed = (hours: Hours): Closed | undefined => {
    const { isOpen, changesAt } = openAt(hours, instant, zone);
    if (isOpen) return undefined;
    return { since: closedSince(hours, instant, zone), until: changesAt, notice: notice ?? '' };
  };
  if (scheduleType === 'company') return closed(attendance.hours ?? defaultHours);
  if (scheduleType !== 'queue') return undefined;
  const asked = queueId === null ? queues : chosen ? [chosen] : [];
  const answers = asked.map(queue => (queue.schedules.length > 0 ? closed(queue) : undefined));
  return answers.every(answer => answer !== undefined) ? earliest(answers) : undefined;
};

/** Of several that are closed, the one that opens first. */
const earliest = (all: readonly Closed[]): Closed | undefined =>
  all.toSorted((one, other) => opening(one) - opening(other))[0];
const opening = ({ until }: Closed): number => until?.getTime() ?? Number.POSITIVE_INFINITY;
