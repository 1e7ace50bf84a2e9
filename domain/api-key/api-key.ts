import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import { isName } from '../shared/rules.ts';
import type { ApiKeyEvent, ApiScope } from './events.ts';
import { apiScopes, keyNameLength } from './events.ts';

/** So many a company may have that are not revoked. */
export const mostApiKeys = 50;

export type ApiKey =
  | { readonly status: 'none' }
  | {
      readonly status: 'active';
      readonly prefix: string;
      readonly scopes: readonly ApiScope[];
      readonly expiresAt: string | null;
    }
  | { readonly status: 'revoked' };

const evolve = (_: ApiKey, event: ApiKeyEvent): ApiKey => {
  if (event.type === 'ApiKeyRevoked') return { status: 'revoked' };
  const { prefix, scopes, expiresAt } = event.data;
  return { status: 'active', prefix, scopes, expiresAt };
};

export const apiKeyEntity: Entity<ApiKey, ApiKeyEvent> = { initial: { status: 'none' }, evolve };

export type CreateApiKey = {
  readonly apiKeyId: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly ApiScope[];
  /** ISO. */
  readonly expiresAt: string | null;
  readonly userId: string | null;
  readonly at: string;
};

/** A key has a name, opens something, and does not end before it begins: else ERR_VALIDATION with the field. */
export const createApiKey = (command: CreateApiKey, key: ApiKey): Decision<ApiKeyEvent> => {
  const { at, expiresAt, ...data } = command;
  if (key.status !== 'none') return reject('ERR_CONFLICT', { apiKeyId: data.apiKeyId });
  const name = data.name.trim();
  const { least, most } = keyNameLength;
  if (!isName(name) || name.length < least || name.length > most)
    return reject('ERR_VALIDATION', { field: 'name' });
  const scopes = apiScopes.filter(scope => data.scopes.includes(scope));
  if (scopes.length === 0) return reject('ERR_VALIDATION', { field: 'scopes' });
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.parse(at))
    return reject('ERR_VALIDATION', { field: 'expiresAt' });
  return [{ type: 'ApiKeyCreated', data: { ...data, name, scopes, expiresAt } }];
};

/** One that is revoked stays so. */
export const revokeApiKey = (
  command: { readonly apiKeyId: string; readonly userId: string | null },
  key: ApiKey,
): Decision<ApiKeyEvent> => {
  if (key.status === 'none') return reject('ERR_NO_API_KEY_FOUND');
  return key.status === 'revoked' ? nothing : [{ type: 'ApiKeyRevoked', data: command }];
};
