import type { NoticeView } from '#contracts/notices.ts';
import type { Queryable } from '../../tenant.ts';

export const noticePageSize = 30;
/** Counted no further: a badge says no more. */
const mostUnread = 100;

/** What is no event's to say: it comes from elsewhere, in the order of the log all the same. */
const besides = (given: string): string => `
  select id, kind, reason, null::jsonb as counts, at, position as placed, subject as subject_id
  from jsonb_to_recordset(${given}::jsonb) as other (id uuid, kind text, reason text, at timestamptz, position int8, subject uuid)`;

const page = `
  select n.id, n.kind, n.reason, n.counts, n.at, n.placed::float8 as position,
    json_build_object('id', n.subject_id, 'name', coalesce(w.name, nullif(h.description, ''), h.url)) as subject,
    n.placed > coalesce(m.up_to, 0) and n.at > u.created_at as "isNew"
  from (
      select id, kind, reason, counts, at, placed, subject_id from inbox.notice where company_id = $1
      union all ${besides('$5')}) n
    join inbox.app_user u on u.id = $2
    left join inbox.notice_mark m on m.id = u.id
    left join inbox.connection w on w.id = n.subject_id
    left join inbox.webhook h on h.id = n.subject_id
  where n.placed < $3 order by n.placed desc limit $4`;

const unread = `
  select count(*)::int as unread from (
    select 1 from (
        select at, placed from inbox.notice where company_id = $1
        union all select at, placed from (${besides('$3')}) b) n
      join inbox.app_user u on u.id = $2 left join inbox.notice_mark m on m.id = u.id
    where n.placed > coalesce(m.up_to, 0) and n.at > u.created_at limit ${mostUnread}) as new`;

/** A notice that no event has made. */
export type OtherNotice = Pick<NoticeView, 'id' | 'kind' | 'reason' | 'at' | 'position'> & {
  readonly subject: string;
};
type Sought = {
  readonly userId: string;
  readonly before?: number | undefined;
  readonly others?: readonly OtherNotice[] | undefined;
};

const seen = 'select up_to::float8 as "upTo" from inbox.notice_mark where id = $1';

export type NoticePage = {
  readonly notices: readonly NoticeView[];
  readonly unread: number;
  readonly hasMore: boolean;
  /** Up to where in the log the person has seen them. */
  readonly seenUpTo: number;
};

/**
 * The company's notices before a position of the log, the newest first, and how many a person has not seen; nobody has
 * to see what happened before their account was made.
 */
export const listNotices = async (
  db: Queryable,
  { userId, before = Number.MAX_SAFE_INTEGER, others = [] }: Sought,
): Promise<NoticePage> => {
  const besides = JSON.stringify(others);
  const [rows, [counted], [mark]] = await Promise.all([
    db.query<NoticeView>('notices', page, [db.companyId, userId, before, noticePageSize + 1, besides]),
    db.query<{ unread: number }>('notices_unread', unread, [db.companyId, userId, besides]),
    db.query<{ upTo: number }>('notices_seen', seen, [userId]),
  ]);
  return {
    notices: rows.slice(0, noticePageSize),
    unread: counted?.unread ?? 0,
    hasMore: rows.length > noticePageSize,
    seenUpTo: mark?.upTo ?? 0,
  };
};
