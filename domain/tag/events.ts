import { z } from 'zod';
import { type EventsOf, id } from '../shared/event.ts';

const fields = { tagId: id, name: z.string(), color: z.string() };

export const tagEvents = {
  /** `userId` is whoever made it; null for the system. */
  TagCreated: z.object({ ...fields, userId: id.nullable() }),
  TagChanged: z.object(fields),
  TagRemoved: z.object({ tagId: id }),
};
export type TagEvent = EventsOf<typeof tagEvents>;
