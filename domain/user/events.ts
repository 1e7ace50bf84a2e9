import { z } from 'zod';
import { type EventsOf, id, personal } from '../shared/event.ts';

export const profiles = ['admin', 'user'] as const;
export type Profile = (typeof profiles)[number];

export const userEvents = {
  UserCreated: z.object({
    userId: id,
    name: personal(z.string()),
    email: personal(z.string()),
    profile: z.enum(profiles),
    superAdmin: z.boolean(),
    queueIds: z.array(id),
    connectionIds: z.array(id),
    /** May look at how a day went: the right `replay:view`. */
    analyst: z.boolean().optional(),
  }),
  UserChanged: z.object({
    userId: id,
    name: personal(z.string()),
    email: personal(z.string()),
    profile: z.enum(profiles),
    queueIds: z.array(id),
    connectionIds: z.array(id),
    analyst: z.boolean().optional(),
  }),
  /** The user has another password: who gave it is the actor. It stands in no event. */
  UserPasswordChanged: z.object({ userId: id }),
  UserRemoved: z.object({ userId: id }),
};
export type UserEvent = EventsOf<typeof userEvents>;
