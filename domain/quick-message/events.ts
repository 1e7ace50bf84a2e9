import { z } from 'zod';
import { type EventsOf, id } from '../shared/event.ts';

const fields = { quickMessageId: id, shortcode: z.string(), message: z.string() };

export const quickMessageEvents = {
  /** `userId` is whose it is: who made it. */
  QuickMessageCreated: z.object({ ...fields, userId: id }),
  QuickMessageChanged: z.object(fields),
  QuickMessageRemoved: z.object({ quickMessageId: id }),
};
export type QuickMessageEvent = EventsOf<typeof quickMessageEvents>;
