import { z } from 'zod';
import { line } from '#domain/shared/fields.ts';
import { isPossibleTime } from '#domain/shared/time.ts';
import { payloadKinds, testType, webhookTypes } from '#domain/webhook/event-types.ts';
import { exampleTimestamp, receivedWithFile, webhookExamples } from '#domain/webhook/examples.ts';
import { webhookPayload } from '#domain/webhook/payloads.ts';
import { exact } from './exact.ts';

/**
 * The calls about webhook endpoints, under /api/webhooks: for administrators, and for company keys with the scope
 * `webhooks`. What is sent to an endpoint is signed as Standard Webhooks 1.0 says: `webhook-id` (the same on retries),
 * `webhook-timestamp` (seconds) and `webhook-signature` (`v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`;
 * one for each secret, with spaces between, while a secret is being replaced).
 */

const id = z.uuid();
const instant = z.iso.datetime();

export const webhookTypeSchema = z
  .enum(webhookTypes)
  .meta({ id: 'WebhookType', example: 'message.received' });

const secret = z.string().meta({
  description: 'Shown this once. Signatures are made with what follows `whsec_`, decoded from base64.',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
});

const fields = {
  url: z.string().trim().max(2_000).meta({
    description: 'http or https, on a public address. Redirects are not followed.',
    example: 'https://www.example.com/balcao/webhooks',
  }),
  events: z.array(webhookTypeSchema).min(1).max(webhookTypes.length),
  payload: z.enum(payloadKinds).meta({
    description: '`thin`: ids, states and times. `full`: texts, names and numbers as well.',
    example: 'thin',
  }),
  description: line(0, 200).input.meta({ example: 'Pedidos' }),
  enabled: z.boolean().meta({
    description: 'What happens while an endpoint is not enabled is not sent to it later either.',
  }),
  connectionIds: z.array(id).min(1).max(200).nullable().meta({
    description:
      'Only messages, tickets, ratings and states of these connections; null: of all, now and later. Contacts belong to the company and to no connection: `contact.*` is told whatever stands here.',
  }),
};

/** POST /webhooks. What happens from now on is sent to it. */
export const createWebhookBody = exact({
  ...fields,
  payload: fields.payload.default('thin'),
  description: fields.description.default(''),
  enabled: fields.enabled.default(true),
  connectionIds: fields.connectionIds.default(null),
}).meta({ id: 'CreateWebhook' });
export type CreateWebhook = z.input<typeof createWebhookBody>;

/** PUT /webhooks/{id} changes what is given. */
export const changeWebhookBody = exact(fields).partial().meta({ id: 'ChangeWebhook' });
export type ChangeWebhook = z.input<typeof changeWebhookBody>;

/** Also what GET and PUT /webhooks/{id} answer. */
export const webhookView = z
  .object({
    id,
    ...fields,
    url: z.string(),
    description: z.string(),
    /** Why it is not enabled: it answered 410, or nothing but failures for three days; null when somebody said so. */
    disabledReason: z.enum(['gone', 'failing']).nullable(),
    secret: z.object({
      /** The end of the newest one, the rest masked. */
      ending: z.string().meta({ example: '••••••••GKYo' }),
      /** Until then one that was replaced signs, too. */
      previousUntil: instant.nullable(),
    }),
    /** The first failure since the last success. */
    failingSince: instant.nullable(),
    lastSuccessAt: instant.nullable(),
    heldUntil: instant.nullable().meta({
      description:
        'Nothing is sent before: an answer asked for that by `Retry-After`, of which an hour at most is heeded. Sending something again by hand, or a test, ends it.',
    }),
    /** How many deliveries are still to be made, counted up to 10,000. */
    waiting: z.number().int(),
    createdAt: instant,
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.output<typeof webhookView>;

/** GET /webhooks: all of the company, the oldest first. */
export const webhooksAnswer = z.object({ webhooks: z.array(webhookView) });
/**
 * POST /webhooks, the only time that the secret is shown: under this one name, as where it is replaced. What GET says of
 * it stands in no other field here, which would be taken for the secret itself.
 */
export const createdWebhookAnswer = webhookView.omit({ secret: true }).extend({ newSecret: secret });
/** Those that were replaced sign for 24 hours more, or no longer. */
export const newSecretBody = exact({
  endPrevious: z.boolean().optional().meta({
    description: 'The secrets before sign no longer, as after a leak; for 24 hours more unless this is said.',
  }),
}).meta({ id: 'NewWebhookSecret' });
/** POST /webhooks/{id}/secret: another secret; those before sign for 24 hours beside it, five in all at most. */
export const newSecretAnswer = z.object({ id, newSecret: secret, previousUntil: instant });
/** DELETE /webhooks/{id}: what was still to be delivered is not. */
export const removedWebhookAnswer = z.object({ id });

/**
 * waiting: it will be tried (again): by its schedule, or, once the endpoint answers, as soon as its turn comes.
 * delivered: answered by 2xx. failed: given up, or refused; it can be sent again by hand.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Why there was no answer, or none that counts. `unreadable` and `secret` say that nothing was sent, since the events that
 * it is made of cannot be read or there is no secret to sign it with; it is looked at again until it can be.
 */
export const deliveryProblems = [
  'url',
  'protocol',
  'credentials',
  'port',
  'address',
  'dns',
  'unreachable',
  'redirect',
  'too-large',
  'timeout',
  'status',
  'unreadable',
  'secret',
] as const;

export const deliveryView = z
  .object({
    /** The header `webhook-id`, in every try. */
    id,
    type: z.enum([...webhookTypes, testType]),
    sequence: z.number().int().nullable(),
    status: z.enum(deliveryStates),
    happenedAt: instant,
    tries: z.number().int().meta({
      description: 'How often it was tried, also where nothing could be sent.',
    }),
    /** Of the newest try. */
    lastTryAt: instant.nullable(),
    answered: z.number().int().nullable().meta({ description: 'The status that was answered', example: 200 }),
    milliseconds: z.number().int().nullable(),
    problem: z.enum(deliveryProblems).nullable(),
    reason: z.string().nullable().meta({
      description:
        'Why nothing can be sent (`unreadable`, `secret`), in words for who runs the installation.',
    }),
    nextTryAt: instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryView = z.output<typeof deliveryView>;

/** GET /webhooks/{id}/deliveries: of the last 30 days, the newest first. */
export const deliveriesQuery = exact({
  status: z.enum(deliveryStates).optional(),
  type: z.enum([...webhookTypes, testType]).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});
export const deliveriesAnswer = z.object({
  deliveries: z.array(deliveryView),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
});

/** GET /webhooks/{id}/deliveries/{deliveryId}: with the request as it would be sent now, and what was answered. */
export const deliveryAnswer = deliveryView.extend({
  /** Null where there is nothing to send any more, since what it was about is gone, or it cannot be made. */
  request: z
    .object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() })
    .nullable(),
  /** Why it cannot be made now; null where it can, or there is nothing to send. */
  requestProblem: z.enum(['unreadable', 'secret']).nullable(),
  /** At most 500 characters of the newest answer, as plain text. */
  answer: z.string().nullable(),
});
export type DeliveryAnswer = z.output<typeof deliveryAnswer>;

/** POST /webhooks/{id}/test: sends an event `webhook.test` at once. POST …/deliveries/{deliveryId}/resend: once more. */
export const queuedDeliveryAnswer = z.object({ deliveryId: id });

/** What of a period is sent: see `resendBody`. */
export const resentStates = ['undelivered', 'failed', 'all'] as const;

/** POST /webhooks/{id}/resend: what happened in a period, at once and the oldest first. */
export const resendBody = exact({
  from: instant.refine(isPossibleTime),
  until: instant.refine(isPossibleTime),
  status: z.enum(resentStates).default('undelivered').meta({
    description:
      '`undelivered`: what waits and what failed. `failed`: only what failed. `all`: all of it, what was delivered as well.',
  }),
}).refine(({ from, until }) => Date.parse(from) <= Date.parse(until), {
  ...{ path: ['until'], error: 'The period ends before it begins' },
});
/** How many deliveries will be made. */
export const resendAnswer = z.object({ count: z.number().int() });

/** GET /webhooks/event-types: what can be chosen, each with an example of a full payload. */
export const eventTypesAnswer = z.object({
  types: z.array(z.object({ type: webhookTypeSchema, example: z.record(z.string(), z.unknown()) })),
});

/** The catalogue for documentation: each type with the schema of its body and an example of a full one. */
export const webhookCatalogue = webhookTypes.map(type => ({
  type,
  schema: webhookPayload(type),
  example: { type, timestamp: exampleTimestamp, data: webhookExamples[type] },
}));

/** One of a message that has a file. */
export const webhookWithFile = {
  type: 'message.received',
  timestamp: exampleTimestamp,
  data: receivedWithFile,
} as const;
