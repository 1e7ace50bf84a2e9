import { z } from 'zod';
import { type EventsOf, id } from '../shared/event.ts';

/**
 * What administrators must know. Each is made of an event of another concept (projections/inbox/notice-fold.ts), but for
 * what is found out about the log itself (commands/integrity/findings.ts), into which it may not be written.
 */
export const noticeKinds = [
  'connection-lost',
  'import-finished',
  'webhook-failing',
  'webhook-disabled',
  'history-broken',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
/** With the one that is made of no event: what of the company waits at the moment because it cannot be processed. */
export const shownNoticeKinds = [...noticeKinds, 'processing-held'] as const;
export type ShownNoticeKind = (typeof shownNoticeKinds)[number];

export const noticeEvents = {
  /** A person has seen all notices up to a position of the log. */
  NoticesRead: z.object({ userId: id, upTo: z.number().int().min(0) }),
};
export type NoticeEvent = EventsOf<typeof noticeEvents>;
