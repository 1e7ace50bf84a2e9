import type { ApiScope } from '#domain/api-key/events.ts';
import { fold } from '../kit/projection.ts';
import { instant, isoInstant, json, nullable, table, text, uuid } from '../kit/table.ts';

/** Keys of programs outside; revoked ones stay. What opens with them and when they were used last is no read model's. */
export const apiKeyTable = table('api_key', {
  columns: {
    id: uuid,
    name: text,
    prefix: text,
    scopes: json<readonly ApiScope[]>(),
    expiresAt: nullable(instant),
    userId: nullable(uuid),
    createdAt: instant,
    revokedAt: nullable(instant),
  },
  indexes: ['(company_id, created_at desc)'],
  notifies: false,
});

export const apiKeyFold = fold(
  apiKeyTable,
  {
    ApiKeyCreated: {
      evolve: (_, { data: { apiKeyId: id, expiresAt, ...data }, metadata }) => ({
        ...{ id, ...data, revokedAt: null },
        expiresAt: expiresAt && isoInstant(expiresAt),
        createdAt: isoInstant(metadata.at),
      }),
    },
    ApiKeyRevoked: {
      evolve: (row, { metadata }) => (row ? { ...row, revokedAt: isoInstant(metadata.at) } : null),
    },
  },
  'apikey',
);
