import { z } from 'zod';
import { type EventsOf, id } from '../shared/event.ts';

export const claimKinds = [
  'contact-number',
  'contact-lid',
  'user-email',
  'queue-color',
  'tag-name',
  'quick-message-shortcode',
  'active-ticket',
] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** The claimed value is in the stream's name only, hashed: it may be a phone number or an e-mail. */
export const claimEvents = {
  KeyClaimed: z.object({ kind: z.enum(claimKinds), ownerId: id }),
  KeyReleased: z.object({ kind: z.enum(claimKinds), ownerId: id }),
};
export type ClaimEvent = EventsOf<typeof claimEvents>;
