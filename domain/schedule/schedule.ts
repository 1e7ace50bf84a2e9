import type { Entity } from '../shared/decider.ts';
import type { Occurrence } from '../shared/recurrence.ts';
import type { ScheduledFile, ScheduleEvent } from './events.ts';
import type { ScheduleStatus } from './lifecycle.ts';

export type Plan = Omit<
  Extract<ScheduleEvent, { type: 'ScheduledMessageChanged' }>['data'],
  'scheduleId' | 'sendAt'
>;

/** One try to send one time of it. */
export type Attempt = {
  readonly messageId: string;
  readonly occurrence: Occurrence;
  readonly startedAt: string;
  readonly isSent: boolean;
};

export type LivingSchedule = {
  readonly status: ScheduleStatus;
  readonly userId: string | null;
  readonly plan: Plan;
  /** What it waits for. */
  readonly next: Occurrence | null;
  /** The newest. */
  readonly attempt: Attempt | null;
  /** Ever made: their messages are told apart by it. */
  readonly attempts: number;
};
export type Schedule =
  | { readonly status: 'none' }
  | LivingSchedule
  | { readonly status: 'removed'; readonly file: ScheduledFile | null };

export const isLivingSchedule = (schedule: Schedule): schedule is LivingSchedule =>
  schedule.status !== 'none' && schedule.status !== 'removed';

const evolve = (schedule: Schedule, event: ScheduleEvent): Schedule => {
  if (event.type === 'ScheduledMessageCreated') {
    const { scheduleId: _, userId, sendAt, ...plan } = event.data;
    const next = { localAt: plan.localAt, sendAt };
    return { status: 'scheduled', userId, plan, next, attempt: null, attempts: 0 };
  }
  return isLivingSchedule(schedule) ? evolveLiving(schedule, event) : schedule;
};

const evolveLiving = (
  schedule: LivingSchedule,
  event: Exclude<ScheduleEvent, { type: 'ScheduledMessageCreated' }>,
): Schedule => {
  switch (event.type) {
    case 'ScheduledMessageChanged': {
      const { scheduleId: _, sendAt, ...plan } = event.data;
      const next = { localAt: plan.localAt, sendAt };
      return { ...schedule, status: 'scheduled', plan, next, attempt: null };
    }
    case 'ScheduledMessageFileChanged':
      return { ...schedule, plan: { ...schedule.plan, file: event.data.file } };
    case 'ScheduledMessageSendingStarted': {
      const { messageId, localAt, sendAt, startedAt, next } = event.data;
      const attempt = { messageId, occurrence: { localAt, sendAt }, startedAt, isSent: false };
      return { ...schedule, status: 'sending', attempt, next, attempts: schedule.attempts + 1 };
    }
    case 'ScheduledMessageSent': {
      const attempt = schedule.attempt && { ...schedule.attempt, isSent: true };
      return { ...schedule, status: schedule.next ? 'scheduled' : 'sent', attempt };
    }
    case 'ScheduledMessageFailed':
      return { ...schedule, status: 'failed' };
    case 'ScheduledMessageOverdue':
      return { ...schedule, status: 'overdue' };
    case 'ScheduledMessageCancelled':
      return { ...schedule, status: 'cancelled', next: null };
    case 'ScheduledMessageRemoved':
      return { status: 'removed', file: schedule.plan.file };
  }
};

export const scheduleEntity: Entity<Schedule, ScheduleEvent> = { initial: { status: 'none' }, evolve };
