import type { Queryable } from '../../tenant.ts';

export type KnownUser = { readonly id: string; readonly name: string; readonly removed: boolean };

const text = `select id, name, removed from inbox.app_user where company_id = $1 order by lower(name), id`;

/** Everybody of the company by name, those who are gone too: what they did stays theirs. */
export const knownUsers = (db: Queryable): Promise<readonly KnownUser[]> =>
  db.query<KnownUser>('known_users', text, [db.companyId]);

const connections = `select id, name, removed from inbox.connection where company_id = $1 order by lower(name), id`;

/** Every connection of the company by name, those that are gone too. */
export const knownConnections = (db: Queryable): Promise<readonly KnownUser[]> =>
  db.query<KnownUser>('known_connections', connections, [db.companyId]);
