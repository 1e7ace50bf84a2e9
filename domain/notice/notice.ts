import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing } from '../shared/decision.ts';
import type { NoticeEvent } from './events.ts';

/** Up to where in the log a person has seen the notices. */
export type NoticeMark = { readonly upTo: number };

const evolve = (_mark: NoticeMark, { data }: NoticeEvent): NoticeMark => ({ upTo: data.upTo });

export const noticeEntity: Entity<NoticeMark, NoticeEvent> = { initial: { upTo: 0 }, evolve };

/** A mark only moves forward: what was seen stays seen, in whatever order two tabs say so. */
export const readNotices = (
  command: { readonly userId: string; readonly upTo: number },
  mark: NoticeMark,
): Decision<NoticeEvent> => (command.upTo > mark.upTo ? [{ type: 'NoticesRead', data: command }] : nothing);
