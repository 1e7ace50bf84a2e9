import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, type Rejection, reject } from '../shared/decision.ts';
import { sameList, withoutRepeats } from '../shared/list.ts';
import { webhookTypes } from './event-types.ts';
import type { DisablingReason, WebhookEvent, WebhookFields } from './events.ts';

export type ActiveWebhook = {
  readonly status: 'active';
  readonly fields: WebhookFields;
  /** Since when it has been warned of; null once somebody has changed it. */
  readonly failingSince: string | null;
};
export type Webhook = { readonly status: 'none' } | ActiveWebhook | { readonly status: 'removed' };

const evolve = (webhook: Webhook, event: WebhookEvent): Webhook => {
  if (event.type === 'WebhookCreated') return { status: 'active', fields: event.data, failingSince: null };
  if (event.type === 'WebhookRemoved') return { status: 'removed' };
  if (webhook.status !== 'active') return webhook;
  switch (event.type) {
    case 'WebhookChanged':
      return { ...webhook, fields: event.data, failingSince: null };
    case 'WebhookFailing':
      return { ...webhook, failingSince: event.data.since };
    case 'WebhookDisabled':
      return { ...webhook, fields: { ...webhook.fields, enabled: false } };
    case 'WebhookSecretRenewed':
      return webhook;
  }
};

export const webhookEntity: Entity<Webhook, WebhookEvent> = { initial: { status: 'none' }, evolve };

/** The address was checked by who takes it in: what it may be depends on the installation. */
export const createWebhook = (fields: WebhookFields, webhook: Webhook): Decision<WebhookEvent> => {
  const { webhookId } = fields;
  if (webhook.status !== 'none') return reject('ERR_CONFLICT', { webhookId });
  return invalid(fields) ?? [{ type: 'WebhookCreated', data: recorded(fields) }];
};

type OfWebhook = { readonly webhookId: string };
export type WebhookChange = OfWebhook & {
  readonly [Field in keyof Omit<WebhookFields, 'webhookId'>]?: WebhookFields[Field] | undefined;
};

/** Changes what is given and leaves the rest. */
export const changeWebhook = (change: WebhookChange, webhook: Webhook): Decision<WebhookEvent> => {
  if (webhook.status !== 'active') return reject('ERR_NO_WEBHOOK_FOUND');
  const data = recorded(merged(webhook.fields, change));
  return invalid(data) ?? (same(data, webhook.fields) ? nothing : [{ type: 'WebhookChanged', data }]);
};

export const removeWebhook = ({ webhookId }: OfWebhook, webhook: Webhook): Decision<WebhookEvent> => {
  if (webhook.status === 'none') return reject('ERR_NO_WEBHOOK_FOUND');
  return webhook.status === 'removed' ? nothing : [{ type: 'WebhookRemoved', data: { webhookId } }];
};

export const renewWebhookSecret = ({ webhookId }: OfWebhook, webhook: Webhook): Decision<WebhookEvent> =>
  webhook.status === 'active'
    ? [{ type: 'WebhookSecretRenewed', data: { webhookId } }]
    : reject('ERR_NO_WEBHOOK_FOUND');

/** Whoever keeps the company's settings is warned, once for each time that it begins to fail. */
export const warnOfWebhook = (
  { webhookId, since }: OfWebhook & { readonly since: string },
  webhook: Webhook,
): Decision<WebhookEvent> => {
  if (webhook.status !== 'active' || !webhook.fields.enabled || webhook.failingSince === since)
    return nothing;
  return [{ type: 'WebhookFailing', data: { webhookId, since } }];
};

export const disableWebhook = (
  command: OfWebhook & { readonly reason: DisablingReason },
  webhook: Webhook,
): Decision<WebhookEvent> => {
  if (webhook.status !== 'active' || !webhook.fields.enabled) return nothing;
  return [{ type: 'WebhookDisabled', data: command }];
};

const merged = (fields: WebhookFields, change: WebhookChange): WebhookFields => ({
  webhookId: fields.webhookId,
  url: change.url ?? fields.url,
  events: change.events ?? fields.events,
  payload: change.payload ?? fields.payload,
  description: change.description ?? fields.description,
  enabled: change.enabled ?? fields.enabled,
  connectionIds: change.connectionIds === undefined ? fields.connectionIds : change.connectionIds,
});

const recorded = (fields: WebhookFields): WebhookFields => ({
  ...fields,
  description: fields.description.trim(),
  events: withoutRepeats(fields.events),
  connectionIds: fields.connectionIds && withoutRepeats(fields.connectionIds),
});

const invalid = ({ events }: WebhookFields): Rejection | undefined => {
  const known: readonly string[] = webhookTypes;
  const isOne = events.length > 0 && events.every(event => known.includes(event));
  return isOne ? undefined : reject('ERR_VALIDATION', { field: 'events' });
};

const same = (one: WebhookFields, other: WebhookFields): boolean =>
  sameList(one.events, other.events) &&
  sameConnections(one.connectionIds, other.connectionIds) &&
  (['url', 'payload', 'description', 'enabled'] as const).every(field => one[field] === other[field]);

const sameConnections = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null ? one === other : sameList(one, other);
