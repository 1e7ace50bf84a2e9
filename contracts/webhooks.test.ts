import { expect, test } from 'vitest';
import { z } from 'zod';
import { webhookTypes } from '#domain/webhook/event-types.ts';
import { webhookData } from '#domain/webhook/payloads.ts';
import { webhookCatalogue } from './webhooks.ts';

test('every event type has a schema that can be published and an example of it', () => {
  expect(webhookCatalogue.map(({ type }) => type)).toEqual([...webhookTypes]);
  for (const { type, schema, example } of webhookCatalogue) {
    expect(z.toJSONSchema(schema), type).toHaveProperty('properties.data');
    expect(schema.parse(example), type).toEqual(example);
  }
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
