import { z } from 'zod';
import { apiScopes, keyNameLength } from '#domain/api-key/events.ts';
import { line } from '#domain/shared/fields.ts';

/**
 * Keys of the company's own programs, under /api/api-keys: an administrator's calls, in a session. A key is a token that
 * outside calls carry, in the header `token` or as a bearer. Each connection has a token of its own besides:
 * contracts/connections.ts.
 */

const id = z.uuid();

export const apiScope = z.enum(apiScopes).meta({
  description:
    'send: send messages and files. read: read any message of the company, received or sent, with its text and files, and what became of it. webhooks: manage all webhook endpoints of the company; an endpoint can be told of everything, with texts, names and numbers.',
  example: 'send',
});

/** Of a name, in characters. */
export const apiKeyName = keyNameLength;

export const apiKeyView = z.object({
  id,
  name: z.string().meta({ example: 'Loja virtual' }),
  /** What its owner knows it by: how the token begins. The rest is kept nowhere. */
  prefix: z.string().meta({ example: 'blc_4fQz' }),
  scopes: z.array(apiScope),
  createdAt: z.iso.datetime(),
  /** Null for the system. */
  createdBy: z.object({ id, name: z.string() }).nullable(),
  /** From then on it opens nothing; null: never. */
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  /** To the minute; null while it was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
  status: z.enum(['active', 'expired', 'revoked']),
});
export type ApiKeyView = z.output<typeof apiKeyView>;

/** GET /api-keys: all of them, those that opened last first; revoked ones stay in the list. */
export const apiKeysAnswer = z.array(apiKeyView);

/** POST /api-keys. ERR_VALIDATION with the field; an expiry must be to come. */
export const createApiKeyBody = z.object({
  name: line(keyNameLength.least, keyNameLength.most).input.meta({ example: 'Loja virtual' }),
  scopes: z
    .array(apiScope)
    .min(1)
    .refine(scopes => new Set(scopes).size === scopes.length, { error: 'Each scope once' }),
  expiresAt: z.iso.datetime().nullish(),
});
export type CreateApiKey = z.input<typeof createApiKeyBody>;

/**
 * 201. `token` is shown this once; the same call again (the same `x-command-id`) answers the same key with another token,
 * and the first opens nothing any more.
 */
export const createApiKeyAnswer = apiKeyView.extend({
  token: z.string().meta({ example: 'blc_4fQzR1x0Vb9mTn3sKq7uYw2eHc5aLd8jPf6gZi0oXvE' }),
  position: z.number().int(),
});

/**
 * DELETE /api-keys/{id} answers `commandAnswer`; from then on every gateway refuses the token. What it has put in the queue
 * is still sent, and the webhooks that were made with it go on: they are the company's.
 */
