import type { ApiScope } from '#domain/api-key/events.ts';
import type { Queryable } from '../../tenant.ts';

export type KnownApiKey = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: ApiScope[];
  readonly createdAt: string;
  readonly createdBy: { id: string; name: string } | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
};

const keys = `
  select k.id, k.name, k.prefix, k.scopes, k.created_at as "createdAt", k.expires_at as "expiresAt",
    k.revoked_at as "revokedAt",
    case when k.user_id is not null then json_build_object('id', k.user_id, 'name', coalesce(u.name, '')) end
      as "createdBy"
  from inbox.api_key k left join inbox.app_user u on u.id = k.user_id
  where k.company_id = $1 order by k.created_at desc, k.id`;

/** The company's keys for programs outside, the newest first, also those that were revoked. */
export const listApiKeys = (db: Queryable): Promise<readonly KnownApiKey[]> =>
  db.query<KnownApiKey>('api_keys', keys, [db.companyId]);
