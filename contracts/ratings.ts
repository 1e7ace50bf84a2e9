import { z } from 'zod';
import { userRef } from './views.ts';

/** The calls about what contacts gave as marks, under /api. */

const id = z.uuid();

/** A mark of a contact: 1 dissatisfied, 2 satisfied, 3 very satisfied. */
export const ratingView = z.object({
  id,
  ticketId: id,
  ticketNumber: z.number().int(),
  rating: z.number().int().min(1).max(3),
  /** In the contact's words. */
  reason: z.string().nullable(),
  /** Who had resolved the ticket; null once their name is not known any more. */
  user: userRef.nullable(),
  at: z.iso.datetime(),
});
export type RatingView = z.output<typeof ratingView>;

/** GET /contacts/{contactId}/ratings: those at tickets that the caller may see, the newest first, the last 20. */
export const contactRatingsAnswer = z.array(ratingView);
