/** How a scheduled message stands. Overdue: its time passed by more than an hour, and somebody has to decide. */
export const scheduleStatuses = ['scheduled', 'sending', 'sent', 'failed', 'overdue', 'cancelled'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

export type ScheduleIntent = 'change' | 'sendNow' | 'cancel';

const may: Readonly<Record<ScheduleStatus, readonly ScheduleIntent[]>> = {
  scheduled: ['change', 'sendNow', 'cancel'],
  sending: [],
  sent: [],
  failed: ['change', 'sendNow', 'cancel'],
  overdue: ['change', 'sendNow', 'cancel'],
  cancelled: ['change'],
};

/** Whether somebody may do this with a scheduled message: once it is sent, nothing is left to do. */
export const mayWith = (status: ScheduleStatus, intent: ScheduleIntent): boolean =>
  may[status].includes(intent);

/** Specification, secondary, section 5. */
export const shortestBody = 5;
export const longestBody = 4_096;
/** What nobody could send in time is not sent later than this without being asked. In milliseconds. */
export const latestMs = 3_600_000;
