import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type ApiScope, apiScopes } from '#domain/api-key/events.ts';

/** NOTIFY on this channel: a token of the company that is named opens nothing any more. */
export const tokenChannel = 'outside_token';

const keyMark = 'blc_';
/** The mark and four characters: what a key is known by. */
const prefixLength = keyMark.length + 4;

/** A key that was given a prefix keeps it. */
export const newKeyToken = (prefix?: string): { readonly token: string; readonly prefix: string } => {
  const random = `${keyMark}${randomBytes(32).toString('base64url')}`;
  const token = prefix ? `${prefix}${random.slice(prefix.length)}` : random;
  return { token, prefix: token.slice(0, prefixLength) };
};

/** As caches and tables know a token: 256 random bits need no salt. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export type KeyToKeep = {
  readonly id: string;
  readonly companyId: string;
  readonly token: string;
  readonly scopes: readonly ApiScope[];
  readonly expiresAt: string | null;
};

/** From now on the token opens what the key is for; one that the key had before opens nothing. */
export const keepKey = async (pool: Pool, key: KeyToKeep): Promise<void> => {
  const hash = Buffer.from(hashOfToken(key.token), 'hex');
  const values = [key.id, key.companyId, hash, [...key.scopes], key.expiresAt, tokenChannel];
  await pool.query(
    `with kept as (
       insert into secrets.api_key (id, company_id, hash, scopes, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set hash = excluded.hash returning company_id)
     select pg_notify($6, company_id::text) from kept`,
    values,
  );
};

/** From now on the key's token opens nothing, on any gateway. When it was used last stays known. */
export const endKey = async (pool: Pool, companyId: string, id: string): Promise<void> => {
  await pool.query(
    `with ended as (
       update secrets.api_key set hash = null where id = $1 and company_id = $2 and hash is not null returning company_id)
     select pg_notify($3, company_id::text) from ended`,
    [id, companyId, tokenChannel],
  );
};

export const tellTokensEnded = async (pool: Pool, companyId: string): Promise<void> => {
  await pool.query('select pg_notify($1, $2)', [tokenChannel, companyId]);
};

/** When each key of a company was used last, to the minute; those that never were are left out. */
export const lastUses = async (pool: Pool, companyId: string): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ id: string; at: string }>(
    'select id, last_used_at as at from secrets.api_key where company_id = $1 and last_used_at is not null',
    [companyId],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
};

export const noteUses = async (pool: Pool, ids: readonly string[]): Promise<void> => {
  await pool.query(
    `update secrets.api_key set last_used_at = date_trunc('minute', now())
      where id = any($1::uuid[]) and coalesce(last_used_at < date_trunc('minute', now()), true)`,
    [ids],
  );
};

/** Who comes with a token: a key of a company, or a connection. */
export type OutsideCaller = {
  readonly companyId: string;
  /** Of the key or of the connection. */
  readonly tokenId: string;
  /** Null for a key, which is the company's. */
  readonly connectionId: string | null;
  readonly scopes: readonly ApiScope[];
  /** ISO. */
  readonly expiresAt: string | null;
};
type Stored = Omit<OutsideCaller, 'scopes'> & {
  readonly hash: string;
  readonly scopes: readonly string[] | null;
};

/** What a connection's token opens: its own messages. */
const ofConnections: readonly ApiScope[] = ['send', 'read'];

/** Whose tokens these are, by the hash; those that open nothing are left out. */
export const ownersOfTokens = async (
  pool: Pool,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, OutsideCaller>> => {
  const { rows } = await pool.query<Stored>({ name: 'outside_tokens', text: owners, values: [hashes] });
  return new Map(
    rows.map(({ hash, scopes, ...owner }) => [
      hash,
      {
        ...owner,
        scopes: scopes ? apiScopes.filter(scope => scopes.includes(scope)) : ofConnections,
      },
    ]),
  );
};

const owners = `
  with asked as (select hex, decode(hex, 'hex') as hash from unnest($1::text[]) as hex)
  select a.hex as hash, k.company_id as "companyId", k.id as "tokenId", null::uuid as "connectionId",
    to_json(k.scopes) as scopes, k.expires_at as "expiresAt"
    from asked a join secrets.api_key k on k.hash = a.hash
  union all
  select a.hex, t.company_id, t.connection_id, t.connection_id, null, null
    from asked a join secrets.connection_token t on t.hash = a.hash`;
