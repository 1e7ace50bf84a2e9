import { type Decision, nothing, type Rejection, reject } from '../shared/decision.ts';
import { localTime, type Occurrence, occurrenceAfter, occurrenceAt } from '../shared/recurrence.ts';
import type { ScheduledFile, ScheduleEvent } from './events.ts';
import { latestMs, longestBody, mayWith, type ScheduleIntent, shortestBody } from './lifecycle.ts';
import { isLivingSchedule, type LivingSchedule, type Plan, type Schedule } from './schedule.ts';

type Decided = Decision<ScheduleEvent>;
type OfSchedule = { readonly scheduleId: string };
type At = { /** ISO. */ readonly at: string };
type Asked = OfSchedule & Omit<Plan, 'file'> & At;

/** A form that is sent within the minute it names is not late. */
const toleranceMs = 60_000;

export const createSchedule = (
  command: Asked & { readonly userId: string | null },
  schedule: Schedule,
): Decided => {
  const { scheduleId, userId } = command;
  if (schedule.status !== 'none') return reject('ERR_CONFLICT', { scheduleId });
  const planned = planOf(command);
  if ('rejected' in planned) return planned;
  return [{ type: 'ScheduledMessageCreated', data: { ...planned, userId, file: null } }];
};

/** One that is sent, or on its way, stays as it was. Whom it is for stays: what is in it is that person's. */
export const changeSchedule = (command: Asked, schedule: Schedule): Decided =>
  on(schedule, 'change', ({ plan, status }) => {
    if (command.contactId !== plan.contactId) return reject('ERR_VALIDATION', { field: 'contactId' });
    const same =
      status === 'scheduled' &&
      keys.every(key => command[key] === plan[key]) &&
      command.body.trim() === plan.body;
    if (same) return nothing;
    const planned = planOf(command);
    if ('rejected' in planned) return planned;
    return [{ type: 'ScheduledMessageChanged', data: { ...planned, file: plan.file } }];
  });
const keys = ['connectionId', 'localAt', 'zone', 'recurrence', 'signed', 'replyToAuthor'] as const;

/** Gives it a file that is stored, or takes the one it has. */
export const attachFile = (
  { scheduleId, file }: OfSchedule & { readonly file: ScheduledFile | null },
  schedule: Schedule,
): Decided =>
  on(schedule, 'change', ({ plan: { contactId, file: former } }) =>
    file?.id === former?.id
      ? nothing
      : [{ type: 'ScheduledMessageFileChanged', data: { scheduleId, contactId, file } }],
  );

/** Nothing more is sent; what has failed is not tried again. */
export const cancelSchedule = ({ scheduleId }: OfSchedule, schedule: Schedule): Decided =>
  schedule.status === 'cancelled'
    ? nothing
    : on(schedule, 'cancel', () => [
        { type: 'ScheduledMessageCancelled', data: { scheduleId, reason: null } },
      ]);

/** What it needs is gone; `reason` is the code that says so. Quiet where nothing was to come. */
export const voidSchedule = (
  { scheduleId, reason }: OfSchedule & { readonly reason: string },
  schedule: Schedule,
): Decided =>
  isLivingSchedule(schedule) && (schedule.next !== null || schedule.status === 'failed')
    ? [{ type: 'ScheduledMessageCancelled', data: { scheduleId, reason } }]
    : nothing;

export const removeSchedule = ({ scheduleId }: OfSchedule, schedule: Schedule): Decided => {
  if (schedule.status === 'none') return reject('ERR_NO_SCHEDULE_FOUND');
  return schedule.status === 'removed'
    ? nothing
    : [{ type: 'ScheduledMessageRemoved', data: { scheduleId } }];
};

/** Makes the id of the message of a try, the same for the same. */
export type MessageIdOf = (localAt: string, attempt: number) => string;

/** What its sending needs, as it is now. */
export type Ways = {
  readonly gone: 'contact' | 'connection' | null;
  readonly isConnected: boolean;
  /** Who its contact is now: the one that it was merged into. */
  readonly contactId: string;
  /** Whether somebody attends its contact there: a reply is theirs. */
  readonly isAttended: boolean;
};

type Begin = OfSchedule &
  At & { readonly localAt: string; readonly messageIdOf: MessageIdOf; readonly ways: Ways };

/**
 * Its time has come. Quiet where that is not so any more. Refused with ERR_WAPP_NOT_INITIALIZED while its connection is
 * away, for an hour: then, as when nobody looked for so long, somebody has to decide.
 */
export const beginSending = (command: Begin, schedule: Schedule): Decided => {
  if (!isLivingSchedule(schedule) || schedule.status === 'overdue') return nothing;
  const { scheduleId, at, localAt, ways } = command;
  const { next } = schedule;
  if (next?.localAt !== localAt || next.sendAt > at) return nothing;
  if (ways.gone) return voidSchedule({ scheduleId, reason: reasonOf[ways.gone] }, schedule);
  if (Date.parse(at) - Date.parse(next.sendAt) > latestMs)
    return [{ type: 'ScheduledMessageOverdue', data: { scheduleId, localAt } }];
  if (!ways.isConnected) return reject('ERR_WAPP_NOT_INITIALIZED');
  return [started(command, schedule, next)];
};

export const reasonOf = { contact: 'ERR_NO_CONTACT_FOUND', connection: 'ERR_NO_WAPP_FOUND' } as const;

/** Somebody wants it sent now: what failed once more, else what it waits for. */
export const sendNow = (command: Omit<Begin, 'localAt'>, schedule: Schedule): Decided =>
  on(schedule, 'sendNow', living => {
    const { gone, isConnected } = command.ways;
    if (gone) return reject(reasonOf[gone]);
    if (!isConnected) return reject('ERR_WAPP_NOT_INITIALIZED');
    const occurrence = living.status === 'failed' ? living.attempt?.occurrence : living.next;
    return occurrence ? [started(command, living, occurrence)] : nothing;
  });

const started = (
  { scheduleId, at, messageIdOf, ways: { contactId, isAttended } }: Omit<Begin, 'localAt'>,
  { plan, next, attempts, userId }: LivingSchedule,
  occurrence: Occurrence,
): ScheduleEvent => {
  const messageId = messageIdOf(occurrence.localAt, attempts + 1);
  const isNext = next?.localAt === occurrence.localAt;
  const following = isNext ? occurrenceAfter(plan, occurrence.localAt, at) : next;
  const { connectionId, replyToAuthor } = plan;
  const isAwaited = replyToAuthor && !isAttended;
  const replyTo = isAwaited && userId !== null ? { contactId, connectionId, userId } : null;
  return {
    type: 'ScheduledMessageSendingStarted',
    data: { scheduleId, messageId, ...occurrence, startedAt: at, next: following, replyTo },
  };
};

type OfMessage = OfSchedule & { readonly messageId: string };

/** WhatsApp has the message of its newest try. */
export const recordSent = (data: OfMessage, schedule: Schedule): Decided =>
  underWay(schedule, data.messageId) ? [{ type: 'ScheduledMessageSent', data }] : nothing;

export const recordFailed = (data: OfMessage & { readonly reason: string }, schedule: Schedule): Decided =>
  underWay(schedule, data.messageId) && schedule.status !== 'failed'
    ? [{ type: 'ScheduledMessageFailed', data }]
    : nothing;

const underWay = (schedule: Schedule, messageId: string): boolean =>
  isLivingSchedule(schedule) &&
  schedule.status !== 'cancelled' &&
  schedule.attempt?.messageId === messageId &&
  !schedule.attempt.isSent;

type Planned = Omit<Extract<ScheduleEvent, { type: 'ScheduledMessageChanged' }>['data'], 'file'>;

/** Specification, secondary, section 5. */
const planOf = ({ at, ...given }: Asked & { readonly userId?: string | null }): Planned | Rejection => {
  const { scheduleId, contactId, connectionId, localAt, zone, recurrence, signed, replyToAuthor } = given;
  const body = given.body.trim();
  if (body.length < shortestBody || body.length > longestBody)
    return reject('ERR_VALIDATION', { field: 'body' });
  if (!localTime.safeParse(localAt).success) return reject('ERR_VALIDATION', { field: 'sendAt' });
  const { sendAt } = occurrenceAt(localAt, zone);
  if (Date.parse(sendAt) < Date.parse(at) - toleranceMs) return reject('ERR_VALIDATION', { field: 'sendAt' });
  const way = { zone, sendAt, recurrence, signed, replyToAuthor };
  return { scheduleId, contactId, connectionId, body, localAt, ...way };
};

const on = (
  schedule: Schedule,
  intent: ScheduleIntent,
  decide: (schedule: LivingSchedule) => Decided,
): Decided => {
  if (!isLivingSchedule(schedule)) return reject('ERR_NO_SCHEDULE_FOUND');
  if (mayWith(schedule.status, intent)) return decide(schedule);
  return reject('ERR_SCHEDULE_SENT', { status: schedule.status });
};
