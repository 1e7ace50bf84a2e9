import type { TagRef, TagView } from '#contracts/tags.ts';
import type { Queryable } from '../../tenant.ts';
import { containing, nameOf } from './statement.ts';

const list = 'select id, name, color from inbox.tag where company_id = $1 order by lower(name), id';

/** Every tag of the company by name. */
export const tagList = (db: Queryable): Promise<readonly TagRef[]> =>
  db.query<TagRef>('tag_list', list, [db.companyId]);

/** One tag; undefined when the company has none of this id. */
export const tagById = async (db: Queryable, id: string): Promise<TagRef | undefined> =>
  (
    await db.query<TagRef>('tag', 'select id, name, color from inbox.tag where company_id = $1 and id = $2', [
      db.companyId,
      id,
    ])
  )[0];

export const tagPageSize = 40;

export type TagFilter = {
  readonly searchParam?: string | undefined;
  readonly pageNumber?: number | undefined;
};
export type TagPage = {
  readonly tags: readonly TagView[];
  readonly hasMore: boolean;
  readonly count: number;
};

/** A page of the company's tags by name, each with how many tickets have it. */
export const listTags = async (db: Queryable, filter: TagFilter = {}): Promise<TagPage> => {
  const text = `
    select g.*, (select count(*)::int from inbox.ticket_tag x where x.tag_id = g.id) as "ticketsCount"
    from (select id, name, color, user_id as "userId", (count(*) over ())::int as count
          from inbox.tag where company_id = $1 and name ilike $2
          order by lower(name), id limit ${tagPageSize} offset $3) g
    order by lower(g.name), g.id`;
  const offset = ((filter.pageNumber ?? 1) - 1) * tagPageSize;
  const values = [db.companyId, containing(filter.searchParam ?? ''), offset];
  const rows = await db.query<TagView & { readonly count: number }>(nameOf('tags', text), text, values);
  const count = rows[0]?.count ?? 0;
  return { tags: rows.map(({ count: _, ...tag }) => tag), hasMore: offset + rows.length < count, count };
};

/** Tags by their ids, in no order; removed ones are left out. */
export const tagsByIds = (db: Queryable, ids: readonly string[]): Promise<readonly TagRef[]> =>
  db.query<TagRef>(
    'tags_by_ids',
    'select id, name, color from inbox.tag where company_id = $1 and id = any($2::uuid[])',
    [db.companyId, ids],
  );
