import type { ErrorCode } from '#domain/shared/errors.ts';

type Refusals = Readonly<Record<number, ErrorCode>>;

const ofMessage: Refusals = { 404: 'ERR_NO_MESSAGE_FOUND' };
const ofWebhook: Refusals = { 404: 'ERR_NO_WEBHOOK_FOUND' };
const ofSending: Refusals = { ...ofWebhook, 409: 'ERR_WEBHOOK_DISABLED' };

const ofMessageSending: Refusals = { 404: 'ERR_NO_QUEUE_FOUND', 409: 'ERR_IDEMPOTENCY_MISMATCH' };

/** What a call of programs is typically refused with by a status, where that is not the same for all calls. */
export const typicalRefusals: Readonly<Record<string, Refusals>> = {
  'POST /api/messages/send': ofMessageSending,
  'POST /api/messages/send/files': ofMessageSending,
  'GET /api/messages/{id}': ofMessage,
  'GET /api/messages/{id}/content': ofMessage,
  'POST /api/webhooks': {
    ...{ 400: 'ERR_WEBHOOK_ADDRESS', 404: 'ERR_NO_WAPP_FOUND', 409: 'ERR_WEBHOOK_LIMIT' },
  },
  'GET /api/webhooks/{id}': ofWebhook,
  'PUT /api/webhooks/{id}': { ...ofWebhook, 400: 'ERR_WEBHOOK_ADDRESS' },
  'DELETE /api/webhooks/{id}': ofWebhook,
  'POST /api/webhooks/{id}/secret': ofWebhook,
  'POST /api/webhooks/{id}/test': ofSending,
  'POST /api/webhooks/{id}/resend': ofSending,
  'GET /api/webhooks/{id}/deliveries': ofWebhook,
  'GET /api/webhooks/{id}/deliveries/{deliveryId}': { 404: 'ERR_NO_DELIVERY_FOUND' },
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/resend': { ...ofSending, 404: 'ERR_NO_DELIVERY_FOUND' },
};
