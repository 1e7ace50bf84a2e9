/** What endpoints outside may be told of, under the names that they read. Names that were ever published stay. */
export const webhookTypes = [
  'message.received',
  'message.changed',
  'message.sent',
  'message.delivered',
  'message.read',
  'message.failed',
  'message.edited',
  'message.deleted',
  'ticket.opened',
  'ticket.accepted',
  'ticket.returned',
  'ticket.transferred',
  'ticket.closed',
  'ticket.reopened',
  'ticket.deleted',
  'contact.created',
  'contact.changed',
  'contact.merged',
  'contact.removed',
  'contact.erased',
  'connection.status',
  'rating.given',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** Sent when somebody tries an endpoint: it cannot be chosen, and needs not be. */
export const testType = 'webhook.test';

/** `thin`: ids, states and times. `full`: texts, names and numbers as well. */
export const payloadKinds = ['thin', 'full'] as const;
export type PayloadKind = (typeof payloadKinds)[number];

/** So many a company may have. */
export const maxWebhooks = 50;
