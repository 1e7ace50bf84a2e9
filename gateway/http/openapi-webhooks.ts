import { z } from 'zod';
import { webhookCatalogue } from '#contracts/webhooks.ts';

type Words = { readonly operationId: string; readonly summary: string; readonly description: string };

const words = (operationId: string, summary: string, description: string): Words => ({
  ...{ operationId, summary, description },
});

const endpoint = '/api/webhooks/{id}';
const deliveries = `${endpoint}/deliveries`;

/** What is said of the calls about webhooks, by method and path. */
export const webhookWords: Readonly<Record<string, Words>> = {
  'GET /api/webhooks': words('listWebhooks', 'The webhooks', 'All of the company, the oldest first.'),
  'POST /api/webhooks': words(
    'createWebhook',
    'Make a webhook',
    'It is told what happens from now on. `newSecret` is answered this once: what is sent is signed with it, as Standard Webhooks 1.0 says.',
  ),
  'GET /api/webhooks/event-types': words(
    'listWebhookEventTypes',
    'What can be chosen',
    'The types of events, each with an example of a full payload.',
  ),
  [`GET ${endpoint}`]: words('getWebhook', 'One webhook', 'With how it fares.'),
  [`PUT ${endpoint}`]: words(
    'changeWebhook',
    'Change a webhook',
    'Changes what is given. One that was disabled is told again what happens from then on.',
  ),
  [`DELETE ${endpoint}`]: words(
    'deleteWebhook',
    'Delete a webhook',
    'What was still to be delivered is not.',
  ),
  [`POST ${endpoint}/secret`]: words(
    'renewWebhookSecret',
    'Replace the secret',
    '`newSecret` is answered this once. For 24 hours both secrets sign.',
  ),
  [`POST ${endpoint}/test`]: words('testWebhook', 'Send a test', 'An event `webhook.test` is sent at once.'),
  [`POST ${endpoint}/resend`]: words(
    'resendWebhookPeriod',
    'Send a period again',
    'What happened in it, by default only what failed, each under its own `webhook-id`.',
  ),
  [`GET ${deliveries}`]: words(
    'listWebhookDeliveries',
    'What was sent',
    "Deliveries of the last 30 days, the newest first. The next page is asked for with `cursor`, the last answer's `nextCursor`.",
  ),
  [`GET ${deliveries}/{deliveryId}`]: words(
    'getWebhookDelivery',
    'One delivery',
    'With the request as it would be sent now, and the first 500 characters that were answered.',
  ),
  [`POST ${deliveries}/{deliveryId}/resend`]: words(
    'resendWebhookDelivery',
    'Send one again',
    'Under its own `webhook-id`, at once.',
  ),
};

/** What endpoints are sent: the part `webhooks` of OpenAPI 3.1. */
export const sentToWebhooks = () =>
  Object.fromEntries(
    webhookCatalogue.map(({ type, schema, example }) => [
      type,
      {
        post: {
          summary: type,
          requestBody: {
            content: {
              'application/json': {
                schema: z.toJSONSchema(schema, { reused: 'inline' }),
                examples: { full: { summary: 'A full payload', value: example } },
              },
            },
          },
          responses: { '2XX': { description: 'It arrived; nothing is sent again.' } },
        },
      },
    ]),
  );
