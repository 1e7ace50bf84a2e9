import { z } from 'zod';

/** The calls about quick messages, under /api: secondary specification, section 7. Everybody has their own. */

const id = z.uuid();

export const quickMessageView = z.object({
  id,
  shortcode: z.string(),
  message: z.string(),
  userId: id,
  companyId: id,
});
export type QuickMessageView = z.output<typeof quickMessageView>;

/** GET /quick-messages/list: all of the caller's own, by shortcode; what "/" in the input suggests. */
export const quickMessageListAnswer = z.array(quickMessageView);
/** POST /quick-messages, PUT /quick-messages/{id}: both answer the quick message. */
export const quickMessageBody = z.object({
  shortcode: z.string().trim().min(3).max(50),
  message: z.string().min(3).max(50_000),
});
/** GET /quick-messages: a page of the caller's own, by shortcode; the search looks into shortcodes and texts. */
export const quickMessagesQuery = z.object({
  searchParam: z.string().max(200).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).optional(),
});
export const quickMessagesAnswer = z.object({
  records: z.array(quickMessageView),
  hasMore: z.boolean(),
  count: z.number().int(),
});
