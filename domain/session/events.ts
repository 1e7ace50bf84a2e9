import { z } from 'zod';
import { type EventsOf, id, personal } from '../shared/event.ts';

/** Why a session ended that nobody left; `stolen`: a refresh token came again that had been used up. */
export const revocations = ['password', 'profile', 'removal', 'everywhere', 'stolen'] as const;
export type Revocation = (typeof revocations)[number];

/** Where somebody was: the network address, which is personal data. */
const address = personal(z.string());

/** Each session has a stream of its own, and so have failures: none of them grows long. */
/** No more than these are named of what somebody was refused. */
export const mostRefusedActions = 20;

export const sessionEvents = {
  UserLoggedIn: z.object({ userId: id, sessionId: id, address }),
  /** The same person logged in elsewhere: this session ended. */
  UserSessionTakenOver: z.object({ userId: id, sessionId: id, bySessionId: id, address }),
  UserLoggedOut: z.object({ userId: id, sessionId: id, address }),
  /** `address`: from where a stolen session's token came again. */
  UserSessionRevoked: z.object({
    userId: id,
    sessionId: id,
    reason: z.enum(revocations),
    address: address.nullable().optional(),
  }),
  /** Wrong passwords for an account that there is: so many since the last that was told, the newest from there. */
  UserLoginFailed: z.object({ userId: id, count: z.number().int().min(1), address }),
  /**
   * Somebody who was logged in wanted what they may not: so many times since the last that was noted, the newest from
   * there. `actions` are rights of the table, or `ownPassword` for a wrong one.
   */
  UserAccessRefused: z.object({
    userId: id,
    count: z.number().int().min(1),
    actions: z.array(z.string()).max(mostRefusedActions),
    address,
  }),
};
export type SessionEvent = EventsOf<typeof sessionEvents>;
