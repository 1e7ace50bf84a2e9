import { z } from 'zod';

/** The calls about tags, under /api: secondary specification, section 7. */

const id = z.uuid();

export const tagRef = z.object({ id, name: z.string(), color: z.string() });
export type TagRef = z.output<typeof tagRef>;

export const tagView = tagRef.extend({ userId: id.nullable(), ticketsCount: z.number().int() });
export type TagView = z.output<typeof tagView>;

/** GET /tags/list: every tag of the company, by name. */
export const tagListAnswer = z.array(tagRef);
/** POST /tags, PUT /tags/{id}: at least 3 characters; `color` as #rrggbb. Both answer the tag, as GET /tags/{id} does. */
export const tagBody = z.object({
  name: z.string().trim().min(3).max(50),
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
});
/** POST /tags/sync: the ticket has these tags from now on, and no others. */
export const syncTagsBody = z.object({ ticketId: id, tags: z.array(z.object({ id })).max(50) });
/** GET /tags. */
export const tagsQuery = z.object({
  searchParam: z.string().max(200).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).optional(),
});
export const tagsAnswer = z.object({ tags: z.array(tagView), hasMore: z.boolean(), count: z.number().int() });
