import type { PayloadKind } from '#domain/webhook/event-types.ts';
import type { DisablingReason } from '#domain/webhook/events.ts';
import { fold } from '../kit/projection.ts';
import { flag, instant, isoInstant, json, nullable, table, text, uuid, word } from '../kit/table.ts';

/** Endpoints outside, as administrators see them; those that were removed stay for notices of them. */
export const webhookTable = table('webhook', {
  columns: {
    id: uuid,
    url: text,
    events: json<readonly string[]>(),
    payload: word<PayloadKind>(),
    description: text,
    enabled: flag,
    disabledReason: nullable(word<DisablingReason>()),
    connectionIds: nullable(json<readonly string[]>()),
    removed: flag,
    createdAt: instant,
  },
  indexes: ['(company_id)'],
  notifies: false,
});

export const webhookFold = fold(
  webhookTable,
  {
    WebhookCreated: {
      evolve: (_, { data: { webhookId: id, ...fields }, metadata }) => ({
        ...{ id, ...fields, disabledReason: null, removed: false, createdAt: isoInstant(metadata.at) },
      }),
    },
    WebhookChanged: {
      evolve: (row, { data: { webhookId: _, ...fields } }) =>
        row ? { ...row, ...fields, disabledReason: fields.enabled ? null : row.disabledReason } : null,
    },
    WebhookDisabled: {
      evolve: (row, { data: { reason } }) =>
        row ? { ...row, enabled: false, disabledReason: reason } : null,
    },
    WebhookRemoved: { evolve: row => (row ? { ...row, removed: true } : null) },
  },
  'webhook',
);
