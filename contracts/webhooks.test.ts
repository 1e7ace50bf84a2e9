import { expect, test } from 'vitest';
import { z } from 'zod';
import { webhookTypes } from '#domain/webhook/event-types.ts';
import { webhookData, webhookPayload } from '#domain/webhook/payloads.ts';
import { resendBody, webhookCatalogue, webhookWithFile } from './webhooks.ts';

test('every event type has a schema that can be published and an example of it', () => {
  expect(webhookCatalogue.map(({ type }) => type)).toEqual([...webhookTypes]);
  for (const { type, schema, example } of webhookCatalogue) {
    expect(z.toJSONSchema(schema), type).toHaveProperty('properties.data');
    expect(schema.parse(example), type).toEqual(example);
  }
});

test('there is an example of a message that has a file, with where it is got from', () => {
  expect(webhookPayload(webhookWithFile.type).parse(webhookWithFile)).toEqual(webhookWithFile);
  const { message, messageId } = webhookWithFile.data;
  expect(message?.media?.path).toBe(`/api/messages/${messageId}/media`);
});

test('a thin payload is a full one without what is optional', () => {
  for (const { type, example } of webhookCatalogue) {
    const {
      message: _m,
      contact: _c,
      notes: _n,
      name: _a,
      number: _u,
      ...thin
    } = { ...example.data } as Record<string, unknown>;
    expect(webhookData[type].safeParse(thin).error, type).toBeUndefined();
  }
});

test('a period to be sent again has a beginning that is possible, and no end before it', () => {
  const isPeriod = (from: string, until: string) => resendBody.safeParse({ from, until }).success;
  expect(isPeriod('2026-11-24T11:00:00Z', '2026-11-24T11:00:00.000Z')).toBe(true);
  expect(isPeriod('2026-11-24T11:00:00.500Z', '2026-11-24T11:00:00Z')).toBe(false);
  expect(isPeriod('0000-01-01T00:00:00Z', '2026-11-24T11:00:00Z')).toBe(false);
});
