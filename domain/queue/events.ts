import { z } from 'zod';
import { type EventsOf, id } from '../shared/event.ts';

const fields = {
  queueId: id,
  name: z.string(),
  color: z.string(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
};

export const queueEvents = {
  QueueCreated: z.object(fields),
  QueueChanged: z.object(fields),
  QueueRemoved: z.object({ queueId: id }),
};
export type QueueEvent = EventsOf<typeof queueEvents>;
