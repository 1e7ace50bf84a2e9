import { describe, expect, it } from 'vitest';
import type { WebhookEvent, WebhookFields } from './events.ts';
import {
  changeWebhook,
  createWebhook,
  disableWebhook,
  removeWebhook,
  renewWebhookSecret,
  type Webhook,
  warnOfWebhook,
  webhookEntity,
} from './webhook.ts';

const webhookId = '0198a000-0000-7000-8000-000000000001';
const fields: WebhookFields = {
  webhookId,
  url: 'https://example.com/hooks',
  events: ['message.received'],
  payload: 'thin',
  description: 'Pedidos',
  enabled: true,
  connectionIds: null,
};
const created: WebhookEvent = { type: 'WebhookCreated', data: fields };
const folded = (...events: readonly WebhookEvent[]): Webhook =>
  events.reduce(webhookEntity.evolve, webhookEntity.initial);
const removed: WebhookEvent = { type: 'WebhookRemoved', data: { webhookId } };
const disabled: WebhookEvent = { type: 'WebhookDisabled', data: { webhookId, reason: 'failing' } };
const missing = { rejected: 'ERR_NO_WEBHOOK_FOUND' };

describe('making an endpoint', () => {
  it('takes it, without repeats', () => {
    const twice = { ...fields, events: ['message.received', 'message.received'], description: ' Pedidos ' };
    expect(createWebhook(twice, folded())).toEqual([created]);
  });
  it('refuses one that is there, no event and an unknown one', () => {
    expect(createWebhook(fields, folded(created))).toMatchObject({ rejected: 'ERR_CONFLICT' });
    for (const events of [[], ['message.received', 'message.guessed']])
      expect(createWebhook({ ...fields, events }, folded())).toMatchObject({
        rejected: 'ERR_VALIDATION',
        details: { field: 'events' },
      });
  });
});

describe('changing an endpoint', () => {
  it('changes what is given and leaves the rest', () => {
    const data = { ...fields, payload: 'full' as const, connectionIds: [webhookId] };
    const change = { webhookId, payload: 'full' as const, connectionIds: [webhookId] };
    expect(changeWebhook(change, folded(created))).toEqual([{ type: 'WebhookChanged', data }]);
  });
  it('lifts the limit to some connections', () => {
    const limited = folded({ ...created, data: { ...fields, connectionIds: [webhookId] } });
    expect(changeWebhook({ webhookId, connectionIds: null }, limited)).toEqual([
      { type: 'WebhookChanged', data: fields },
    ]);
  });
  it('does nothing where it is so already', () => {
    expect(changeWebhook({ ...fields }, folded(created))).toEqual([]);
  });
  it('enables one that was disabled', () => {
    expect(changeWebhook({ webhookId, enabled: true }, folded(created, disabled))).toEqual([
      { type: 'WebhookChanged', data: fields },
    ]);
  });
  it('refuses unknown events, and one that is not there', () => {
    expect(changeWebhook({ webhookId, events: [] }, folded(created))).toMatchObject({
      rejected: 'ERR_VALIDATION',
    });
    for (const gone of [folded(), folded(created, removed)])
      expect(changeWebhook({ webhookId }, gone)).toMatchObject(missing);
  });
});

describe('removing an endpoint, and another secret', () => {
  it('does it', () => {
    expect(removeWebhook({ webhookId }, folded(created))).toEqual([removed]);
    const renewed = [{ type: 'WebhookSecretRenewed', data: { webhookId } }];
    expect(renewWebhookSecret({ webhookId }, folded(created))).toEqual(renewed);
    expect(folded(created, { type: 'WebhookSecretRenewed', data: { webhookId } })).toEqual(folded(created));
  });
  it('removes it once, and none that never was', () => {
    expect(removeWebhook({ webhookId }, folded(created, removed))).toEqual([]);
    expect(removeWebhook({ webhookId }, folded())).toMatchObject(missing);
    expect(renewWebhookSecret({ webhookId }, folded(created, removed))).toMatchObject(missing);
  });
});

describe('an endpoint that fails', () => {
  const since = '2026-11-20T10:00:00.000Z';
  const failing: WebhookEvent = { type: 'WebhookFailing', data: { webhookId, since } };
  it('is warned of once', () => {
    expect(warnOfWebhook({ webhookId, since }, folded(created))).toEqual([failing]);
    expect(warnOfWebhook({ webhookId, since }, folded(created, failing))).toEqual([]);
  });
  it('is warned of again when it fails another time', () => {
    const later = '2026-11-25T10:00:00.000Z';
    expect(warnOfWebhook({ webhookId, since: later }, folded(created, failing))).toHaveLength(1);
    const data = { ...fields, payload: 'full' as const };
    const changed = folded(created, failing, { type: 'WebhookChanged', data });
    expect(warnOfWebhook({ webhookId, since }, changed)).toHaveLength(1);
  });
  it('is disabled once, and neither warned of nor disabled when it is gone', () => {
    expect(disableWebhook({ webhookId, reason: 'failing' }, folded(created, failing))).toEqual([disabled]);
    for (const gone of [folded(created, disabled), folded(created, removed), folded()]) {
      expect(disableWebhook({ webhookId, reason: 'gone' }, gone)).toEqual([]);
      expect(warnOfWebhook({ webhookId, since }, gone)).toEqual([]);
    }
  });
});
