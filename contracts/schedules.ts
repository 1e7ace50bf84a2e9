import { z } from 'zod';
import { longestBody, scheduleStatuses, shortestBody } from '#domain/schedule/lifecycle.ts';
import { line } from '#domain/shared/fields.ts';
import { localTime, recurrences } from '#domain/shared/recurrence.ts';
import { pageQuery } from './records.ts';

/** The calls about scheduled messages, under /api. */

const id = z.uuid();
const named = z.object({ id, name: z.string() });

export const scheduleView = z.object({
  id,
  contactId: id,
  contact: named.extend({ number: z.string() }),
  body: z.string(),
  /** On the clocks of `zone`, YYYY-MM-DDTHH:MM: the time it waits for, or that was the last. */
  sendAt: z.string(),
  zone: z.string(),
  /** The same as a moment. */
  dueAt: z.iso.datetime(),
  /** The first time, which the others follow. */
  startsAt: z.string(),
  /** When it was sent for good; null while more is to come. */
  sentAt: z.iso.datetime().nullable(),
  lastSentAt: z.iso.datetime().nullable(),
  status: z.enum(scheduleStatuses),
  /** Why it failed or was cancelled: an error code, or WhatsApp's own. */
  reason: z.string().nullable(),
  recurrence: z.enum(recurrences),
  /** With its author's name above the words. */
  signature: z.boolean(),
  /** Whether the contact's reply opens a ticket for its author. */
  replyToAuthor: z.boolean(),
  whatsappId: id,
  whatsapp: named.nullable(),
  userId: id.nullable(),
  user: named.nullable(),
  mediaName: z.string().nullable(),
  mediaPath: z.string().nullable(),
  companyId: id,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ScheduleView = z.output<typeof scheduleView>;

const day = z.iso.date().refine(text => !text.startsWith('0000'));

/**
 * GET /schedules/: those of one's own, and of contacts that one may see. With `from` and `until` (days, both or none)
 * all that fall between them, the recurring ones that go on until then, too; without a page. With `status` only those
 * that stand so.
 */
export const schedulesQuery = pageQuery.extend({
  contactId: id.optional(),
  status: z.enum(scheduleStatuses).optional(),
  from: day.optional(),
  until: day.optional(),
});
export const schedulesAnswer = z.object({
  schedules: z.array(scheduleView),
  hasMore: z.boolean(),
  count: z.number().int(),
});
export type SchedulesAnswer = z.output<typeof schedulesAnswer>;

/** Seconds are taken and are no matter. */
const sendAt = z
  .string()
  .transform(written => written.replace(/^(.{16}):\d{2}(\.\d+)?$/, '$1').replace(' ', 'T'))
  .pipe(localTime);

/** POST /schedules and PUT /schedules/{id}. Left out, the connection is the company's default, and the zone its own. */
export const scheduleBody = z.object({
  contactId: id,
  body: line(shortestBody, longestBody).input,
  sendAt,
  zone: z.string().max(100).optional(),
  whatsappId: id.nullish(),
  recurrence: z.enum(recurrences).default('none'),
  signature: z.boolean().default(true),
  replyToAuthor: z.boolean().default(false),
});
