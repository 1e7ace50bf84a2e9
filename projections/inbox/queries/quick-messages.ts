import type { z } from 'zod';
import type { QuickMessageView, quickMessagesAnswer } from '#contracts/quick-messages.ts';
import type { Queryable } from '../../tenant.ts';
import { containing, nameOf } from './statement.ts';

const columns = 'id, shortcode, message, user_id as "userId", company_id as "companyId"';
const order = 'order by lower(shortcode), id';

/** All quick messages of one person, by shortcode. */
export const quickMessageList = (db: Queryable, userId: string): Promise<readonly QuickMessageView[]> => {
  const text = `select ${columns} from inbox.quick_message where company_id = $1 and user_id = $2 ${order}`;
  return db.query<QuickMessageView>('quick_message_list', text, [db.companyId, userId]);
};

export const quickMessagePageSize = 40;

export type QuickMessageFilter = {
  readonly searchParam?: string | undefined;
  readonly pageNumber?: number | undefined;
};

/** A page of one person's quick messages; the search looks into shortcodes and texts. */
export const listQuickMessages = async (
  db: Queryable,
  userId: string,
  filter: QuickMessageFilter = {},
): Promise<z.output<typeof quickMessagesAnswer>> => {
  const text = `
    select ${columns}, (count(*) over ())::int as count from inbox.quick_message
    where company_id = $1 and user_id = $2 and (shortcode ilike $3 or message ilike $3)
    ${order} limit ${quickMessagePageSize} offset $4`;
  const offset = ((filter.pageNumber ?? 1) - 1) * quickMessagePageSize;
  const values = [db.companyId, userId, containing(filter.searchParam ?? ''), offset];
  const rows = await db.query<QuickMessageView & { readonly count: number }>(
    nameOf('quick_messages', text),
    text,
    values,
  );
  const count = rows[0]?.count ?? 0;
  const records = rows.map(({ count: _, ...quick }) => quick);
  return { records, hasMore: offset + rows.length < count, count };
};
