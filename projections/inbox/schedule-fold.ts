import type { ScheduledFile } from '#domain/schedule/events.ts';
import type { ScheduleStatus } from '#domain/schedule/lifecycle.ts';
import type { Occurrence, Recurrence } from '#domain/shared/recurrence.ts';
import { type EventOf, fold } from '../kit/projection.ts';
import {
  flag,
  instant,
  isoInstant,
  json,
  nullable,
  type OwnRow,
  type RowOf,
  table,
  text,
  uuid,
  word,
} from '../kit/table.ts';
import { plainText } from './plain-text.ts';

/** Scheduled messages. Removed ones stay, marked and without their words, for those who come back and have them still. */
export const scheduleTable = table('schedule', {
  columns: {
    id: uuid,
    userId: nullable(uuid),
    contactId: uuid,
    connectionId: uuid,
    body: text,
    /** The body as a search compares it. */
    sought: text,
    /** The first time of it, which the others follow. */
    startsAt: text,
    /** The time that it waits for, or that was the last: on the clocks of `zone`, and as a moment. */
    localAt: text,
    sendAt: instant,
    zone: text,
    recurrence: word<Recurrence>(),
    signed: flag,
    replyToAuthor: flag,
    file: nullable(json<ScheduledFile>()),
    status: word<ScheduleStatus>(),
    reason: nullable(text),
    /** What comes after the time that is being sent. */
    next: nullable(json<Occurrence>()),
    lastSentAt: nullable(instant),
    removed: flag,
    createdAt: instant,
    updatedAt: instant,
  },
  indexes: ['(company_id, position)', '(company_id, send_at) where not removed', '(contact_id)'],
});

type ScheduleRow = RowOf<typeof scheduleTable>;
type Own = OwnRow<typeof scheduleTable>;
type At = { readonly metadata: { readonly at: string } };

const changed = (row: ScheduleRow | undefined, { metadata: { at } }: At, change: Partial<Own>): Own | null =>
  row ? { ...row, ...change, updatedAt: isoInstant(at) } : null;

const planned = ({
  data: { contactId, connectionId, body, localAt, sendAt, ...data },
}: EventOf<'ScheduledMessageCreated' | 'ScheduledMessageChanged'>) => ({
  ...{ contactId, connectionId, body, sought: plainText(body), startsAt: localAt, localAt },
  ...{ sendAt: isoInstant(sendAt), zone: data.zone, recurrence: data.recurrence, signed: data.signed },
  replyToAuthor: data.replyToAuthor,
  ...{ file: data.file, status: 'scheduled' as const, reason: null, next: null },
});

export const scheduleFold = fold(
  scheduleTable,
  {
    ScheduledMessageCreated: {
      evolve: (_, event) => {
        const at = isoInstant(event.metadata.at);
        const alone = { lastSentAt: null, removed: false, createdAt: at, updatedAt: at };
        return { id: event.data.scheduleId, userId: event.data.userId, ...planned(event), ...alone };
      },
    },
    ScheduledMessageChanged: { evolve: (row, event) => changed(row, event, planned(event)) },
    ScheduledMessageFileChanged: {
      evolve: (row, event) => changed(row, event, { file: event.data.file }),
    },
    ScheduledMessageSendingStarted: {
      evolve: (row, event) => {
        const { localAt, sendAt, next } = event.data;
        const time = { localAt, sendAt: isoInstant(sendAt), next };
        return changed(row, event, { ...time, status: 'sending', reason: null });
      },
    },
    ScheduledMessageSent: {
      evolve: (row, event) =>
        changed(row, event, {
          ...{ lastSentAt: isoInstant(event.metadata.at), reason: null, next: null },
          ...(row?.next
            ? { status: 'scheduled', localAt: row.next.localAt, sendAt: isoInstant(row.next.sendAt) }
            : { status: 'sent' }),
        }),
    },
    ScheduledMessageFailed: {
      evolve: (row, event) => changed(row, event, { status: 'failed', reason: event.data.reason }),
    },
    ScheduledMessageOverdue: { evolve: (row, event) => changed(row, event, { status: 'overdue' }) },
    ScheduledMessageCancelled: {
      evolve: (row, event) =>
        changed(row, event, { status: 'cancelled', reason: event.data.reason, next: null }),
    },
    ScheduledMessageRemoved: {
      evolve: (row, event) => changed(row, event, { ...erasedSchedule, removed: true }),
    },
  },
  'schedule',
);

/** What becomes of one whose contact is erased. */
export const erasedSchedule = { body: '', sought: '', file: null };
