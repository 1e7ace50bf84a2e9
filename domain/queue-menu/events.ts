import { z } from 'zod';
import { type EventsOf, id } from '../shared/event.ts';

/** One stream for the options of each queue, under the queue's id. Null as `parentId`: at the top. */
export const queueMenuEvents = {
  /** It stands behind those that have the same parent. */
  QueueOptionAdded: z.object({
    ...{ queueId: id, optionId: id, parentId: id.nullable() },
    ...{ title: z.string(), message: z.string() },
  }),
  QueueOptionChanged: z.object({ queueId: id, optionId: id, title: z.string(), message: z.string() }),
  /** `place` counts from 1, among those that have the same parent then. */
  QueueOptionMoved: z.object({
    ...{ queueId: id, optionId: id, parentId: id.nullable() },
    place: z.number().int().min(1),
  }),
  /** With all that stood below it. */
  QueueOptionRemoved: z.object({ queueId: id, optionId: id, descendantIds: z.array(id) }),
};
export type QueueMenuEvent = EventsOf<typeof queueMenuEvents>;
