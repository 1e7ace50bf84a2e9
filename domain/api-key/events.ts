import { z } from 'zod';
import { type EventsOf, id, isoDate } from '../shared/event.ts';

/** What a key lets a program do: send messages, read what became of them, manage webhook endpoints. */
export const apiScopes = ['send', 'read', 'webhooks'] as const;
export type ApiScope = (typeof apiScopes)[number];

export const keyNameLength = { least: 2, most: 50 } as const;

/** The token itself and its hash stand in no event. */
export const apiKeyEvents = {
  /** `prefix` is how the token begins. */
  ApiKeyCreated: z.object({
    apiKeyId: id,
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    expiresAt: isoDate.nullable(),
    userId: id.nullable(),
  }),
  /** It opens nothing any more. */
  ApiKeyRevoked: z.object({ apiKeyId: id, userId: id.nullable() }),
};
export type ApiKeyEvent = EventsOf<typeof apiKeyEvents>;
