import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import { type ApiKey, apiKeyEntity, type CreateApiKey, createApiKey, revokeApiKey } from './api-key.ts';
import { type ApiKeyEvent, keyNameLength } from './events.ts';

const key = given(apiKeyEntity);
const [apiKeyId, userId] = [idOf(1), idOf(2)];
const command: CreateApiKey = {
  ...{ apiKeyId, userId, name: ' Loja virtual ', prefix: 'blc_4fQz', expiresAt: null },
  ...{ scopes: ['read', 'send'], at: '2026-11-23T12:00:00.000Z' },
};
const create =
  (over: Partial<CreateApiKey> = {}) =>
  (state: ApiKey) =>
    createApiKey({ ...command, ...over }, state);
const revoke = (state: ApiKey) => revokeApiKey({ apiKeyId, userId }, state);
const created: ApiKeyEvent = {
  type: 'ApiKeyCreated',
  data: { apiKeyId, userId, name: 'Loja', prefix: 'blc_4fQz', scopes: ['send'], expiresAt: null },
};
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { apiKeyId, userId } };

describe('an API key', () => {
  it('has a name and scopes, each once and in their order', () => {
    expect(key().when(create({ scopes: ['read', 'send', 'read'] })).events).toMatchObject([
      { type: 'ApiKeyCreated', data: { name: 'Loja virtual', scopes: ['send', 'read'], expiresAt: null } },
    ]);
  });
  it('may have a name as long as forms let in', () => {
    const name = 'x'.repeat(keyNameLength.most);
    expect(key().when(create({ name })).events).toMatchObject([{ data: { name } }]);
  });
  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(keyNameLength.most + 1) }],
    ['scopes', { scopes: [] }],
    ['expiresAt', { expiresAt: '2026-11-23T12:00:00.000Z' }],
  ] as const)('is refused with the field %s', (field, over) => {
    expect(key().when(create(over)).rejection).toEqual({ rejected: 'ERR_VALIDATION', details: { field } });
  });
  it('is made once', () => {
    expect(key(created).when(create()).rejection?.rejected).toBe('ERR_CONFLICT');
    expect(key(created, revoked).when(create()).rejection?.rejected).toBe('ERR_CONFLICT');
  });
  it('is revoked once, for good', () => {
    expect(key(created).when(revoke).events).toEqual([revoked]);
    expect(key(created, revoked).when(revoke).decision).toEqual([]);
    expect(key().when(revoke).rejection?.rejected).toBe('ERR_NO_API_KEY_FOUND');
  });
});
