import { z } from 'zod';
import { mediaSchema, mediaTypes } from '../message/events.ts';
import { type EventsOf, id, isoDate, personal } from '../shared/event.ts';
import { recurrences } from '../shared/recurrence.ts';

const local = z.string();
const occurrence = z.object({ localAt: local, sendAt: isoDate });

/** A file that is sent with it: its bytes belong to `id` until they are sent. */
const scheduledFile = z.object({ id, mediaType: z.enum(mediaTypes), media: mediaSchema });
export type ScheduledFile = z.output<typeof scheduledFile>;

/** `sendAt` is the moment that the clocks of `zone` show `localAt`. */
const plan = {
  scheduleId: id,
  contactId: id,
  connectionId: id,
  body: personal(z.string()),
  localAt: local,
  zone: z.string(),
  sendAt: isoDate,
  recurrence: z.enum(recurrences),
  /** With its author's name above the words. */
  signed: z.boolean(),
  /** Whether what the contact writes next opens a ticket for its author. */
  replyToAuthor: z.boolean(),
  file: personal(scheduledFile).nullable(),
};

/** Once: what happens to a message that was sent stands in that message's own stream. */
export const scheduleEvents = {
  ScheduledMessageCreated: z.object({ ...plan, userId: id.nullable() }),
  /** Of one that waits, failed or was cancelled: it waits for the new time. */
  ScheduledMessageChanged: z.object(plan),
  ScheduledMessageFileChanged: z.object({
    scheduleId: id,
    contactId: id,
    file: personal(scheduledFile).nullable(),
  }),
  /** From here on the message goes out, once: whoever takes this up makes the same message. */
  ScheduledMessageSendingStarted: z.object({
    scheduleId: id,
    messageId: id,
    localAt: local,
    sendAt: isoDate,
    startedAt: isoDate,
    next: occurrence.nullable(),
    /** Whose ticket a reply opens, where that is wanted. */
    replyTo: z.object({ contactId: id, connectionId: id, userId: id }).nullable(),
  }),
  ScheduledMessageSent: z.object({ scheduleId: id, messageId: id }),
  /** `reason` is an error code or WhatsApp's own. */
  ScheduledMessageFailed: z.object({ scheduleId: id, messageId: id, reason: z.string() }),
  /** Its time passed and nothing was sent: somebody has to decide. */
  ScheduledMessageOverdue: z.object({ scheduleId: id, localAt: local }),
  /** `reason` where nobody wanted it: the code of what is gone. */
  ScheduledMessageCancelled: z.object({ scheduleId: id, reason: z.string().nullable() }),
  ScheduledMessageRemoved: z.object({ scheduleId: id }),
};
export type ScheduleEvent = EventsOf<typeof scheduleEvents>;
