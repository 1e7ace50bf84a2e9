import { z } from 'zod';
import { tag } from '#domain/records/tag.ts';

/** The calls about tags, under /api: secondary specification, section 7. See contracts/records.ts for the others. */

export const tagRef = tag.view;
export type TagRef = z.output<typeof tagRef>;

/** GET /tags: a tag, who made it, and how many tickets have it. */
export const tagView = tagRef.extend({ ...tag.owner, ticketsCount: z.number().int() });
export type TagView = z.output<typeof tagView>;

/** GET /tags/list: every tag of the company, by name. */
export const tagListAnswer = z.array(tagRef);

/** POST /tags/sync: the ticket has these tags from now on, and no others. */
export const syncTagsBody = z.object({
  ticketId: z.uuid(),
  tags: z.array(z.object({ id: z.uuid() })).max(50),
});
