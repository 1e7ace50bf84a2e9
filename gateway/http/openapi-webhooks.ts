/** What an operation is called and does, for who reads the description. */
export type Words = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
};

const words = (operationId: string, summary: string, description: string): Words => ({
  ...{ operationId, summary, description },
});

/** The calls about webhooks, by method and path. Their token is a company's key with the scope `webhooks`. */
export const webhookWords: Readonly<Record<string, Words>> = {
  'POST /api/webhooks': words(
    'createWebhook',
    'Have what happens sent to an address',
    'Begins with what happens from now on. `newSecret` is answered this once: every delivery is signed with it, as Standard Webhooks 1.0 says.',
  ),
  'GET /api/webhooks': words('listWebhooks', 'The endpoints there are', 'Without their secrets.'),
  'GET /api/webhooks/event-types': words(
    'listEventTypes',
    'What can be told of',
    'Every type of event, with an example of what is sent.',
  ),
  'GET /api/webhooks/{id}': words('getWebhook', 'One endpoint', 'And whether it is enabled, or why not.'),
  'PUT /api/webhooks/{id}': words(
    'changeWebhook',
    'Change an endpoint',
    'What is given changes. Enabled again, it is told of what happens from then on.',
  ),
  'DELETE /api/webhooks/{id}': words(
    'removeWebhook',
    'Remove an endpoint',
    'What was still to be delivered is not.',
  ),
  'POST /api/webhooks/{id}/secret': words(
    'renewWebhookSecret',
    'Another secret',
    'Those before sign until `previousUntil`, so that nothing is refused meanwhile, or no longer with `endPrevious`.',
  ),
  'POST /api/webhooks/{id}/test': words(
    'testWebhook',
    'Send a test event',
    'Signed and delivered like any other; its delivery tells what was answered. Nothing is sent to one that is disabled: 409.',
  ),
  'GET /api/webhooks/{id}/deliveries': words(
    'listDeliveries',
    'What was delivered, and what not',
    'The newest first, with the answer, its time, the tries and when the next one is.',
  ),
  'GET /api/webhooks/{id}/deliveries/{deliveryId}': words(
    'getDelivery',
    'One delivery with what was sent',
    'The request as it is signed, and what was answered last.',
  ),
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/resend': words(
    'resendDelivery',
    'Send a delivery again',
    'Under the same id: receivers that have had it know it by that. Nothing is sent to one that is disabled: 409.',
  ),
  'POST /api/webhooks/{id}/resend': words(
    'resendDeliveries',
    'Send a period again',
    'What happened between two instants: what was not delivered, or all of it. Nothing is sent to one that is disabled: 409.',
  ),
};
