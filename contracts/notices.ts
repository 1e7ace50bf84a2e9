import { z } from 'zod';
import { importCounts } from '#domain/contact-import/events.ts';
import { shownNoticeKinds } from '#domain/notice/events.ts';

export const heldCounts = z.object({
  tickets: z.number().int(),
  messages: z.number().int(),
  contacts: z.number().int(),
  others: z.number().int(),
  whole: z.boolean(),
});
export type HeldCounts = z.output<typeof heldCounts>;

/** What administrators must know, each leading to its place. Read per person. */
export const noticeView = z.object({
  id: z.uuid(),
  kind: z.enum(shownNoticeKinds),
  /** Why: for a lost connection the reason of its last session's end, for a broken history what is wrong with it. */
  reason: z.string().nullable(),
  /** Of an import: what became of its rows. */
  counts: importCounts.nullable(),
  /** Of what cannot be processed: what waits, and whether parts of the company wait as a whole. */
  held: heldCounts.optional(),
  /** What it is about, the company for its history; without a name when it has none, or none that is known any more. */
  subject: z.object({ id: z.uuid(), name: z.string().nullable() }),
  at: z.iso.datetime(),
  position: z.number().int(),
  isNew: z.boolean(),
});
export type NoticeView = z.output<typeof noticeView>;

/** GET /notices: the newest first, those before a position when one is given; `unread` counts up to 100. */
export const noticesQuery = z.object({ before: z.coerce.number().int().min(0).optional() });
export const noticesAnswer = z.object({
  notices: z.array(noticeView),
  unread: z.number().int(),
  hasMore: z.boolean(),
});
/** POST /notices/read: all up to this position have been seen. */
export const readNoticesBody = z.object({ upTo: z.number().int().min(0) });
