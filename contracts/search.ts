import { z } from 'zod';
import { messageView, ticketView } from './views.ts';

/**
 * GET /messages/search: messages whose text has the words, in tickets that the caller may see, the newest first. Words
 * are found in their other forms and without accents, pieces of three letters and more as they stand. A page may be
 * short, even empty, and lead on: one call looks through a bounded number of messages.
 */
export const searchMessagesQuery = z.object({
  searchParam: z.string().trim().min(2).max(200),
  contactId: z.uuid().optional(),
  ticketId: z.uuid().optional(),
  cursor: z.string().max(100).optional(),
});
export const foundMessage = z.object({ message: messageView, ticket: ticketView });
export type FoundMessage = z.output<typeof foundMessage>;
export const searchMessagesAnswer = z.object({
  found: z.array(foundMessage),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
});
export type SearchMessagesAnswer = z.output<typeof searchMessagesAnswer>;
