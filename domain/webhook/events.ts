import { z } from 'zod';
import { type EventsOf, id, isoDate } from '../shared/event.ts';

/** Why an endpoint is not told of anything any more, though nobody said so. */
export const disablingReasons = ['gone', 'failing'] as const;

const fields = z.object({
  webhookId: id,
  url: z.string(),
  /** Types of `event-types.ts`; one that is none any more can still be read. */
  events: z.array(z.string()),
  payload: z.enum(['thin', 'full']),
  description: z.string(),
  enabled: z.boolean(),
  /** Only what happens on these; null: on all. */
  connectionIds: z.array(id).nullable(),
});

/** Nothing is personal: an endpoint is the company's. Its secret is in no event. */
export const webhookEvents = {
  WebhookCreated: fields,
  WebhookChanged: fields,
  WebhookRemoved: z.object({ webhookId: id }),
  WebhookSecretRenewed: z.object({ webhookId: id }),
  /** It has answered with nothing but failures since then; it will be disabled unless that changes. */
  WebhookFailing: z.object({ webhookId: id, since: isoDate }),
  /** It said that it is gone (410), or failed for days. */
  WebhookDisabled: z.object({ webhookId: id, reason: z.enum(disablingReasons) }),
};
export type WebhookEvent = EventsOf<typeof webhookEvents>;
export type WebhookFields = z.output<typeof fields>;
export type DisablingReason = (typeof disablingReasons)[number];
