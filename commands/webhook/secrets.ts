import type { Pool, PoolClient } from 'pg';
import { isoOf } from '#eventstore/database/iso.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { PersonKeys } from '#eventstore/person-keys.ts';
import { seal, unseal } from '#eventstore/sealing.ts';
import { newSecret } from './signature.ts';

type Keeping = { readonly pool: Pool; readonly keys: Pick<PersonKeys, 'forWriting'> };
type Webhook = { readonly webhookId: string; readonly companyId: string };

/** How long the secret before signs beside a new one. */
export const overlapMs = 24 * 60 * 60_000;
/** So many sign at once at most: each is a part of a header. */
const mostAtOnce = 5;
const shownCharacters = 4;

export type GivenSecret = { readonly secret: string; readonly previousUntil: Date };

/**
 * Gives an endpoint a secret, encrypted under the company's own key; the same again, where it was given under this id
 * before. What is answered is the only copy for people. Those before sign for 24 hours after they were replaced, since
 * nobody knows which of them the receiver has. Throws StoreUnavailable.
 */
export const giveSecret = async (
  { pool, keys }: Keeping,
  { webhookId, companyId, secretId }: Webhook & { readonly secretId: string },
  now = new Date(),
): Promise<GivenSecret> => {
  const own = (await keys.forWriting(companyId, [companyId])).get(companyId);
  if (!own) throw new Error('the key of the company was destroyed');
  const context = secretContext(companyId, webhookId);
  return inTransaction(pool, async client => {
    // Of two that give it one at once, the later one replaces the other's.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [webhookId]);
    const { rows } = await client.query<{ sealed: string; createdAt: string }>(
      `select sealed, ${isoOf('created_at')} as "createdAt" from secrets.webhook_secret
       where id = $1 and webhook_id = $2`,
      [secretId, webhookId],
    );
    const [given] = rows;
    if (given)
      return { secret: unseal(own, given.sealed, context), previousUntil: endOf(new Date(given.createdAt)) };
    const secret = newSecret();
    await client.query(makeRoom, [webhookId, now, mostAtOnce]);
    await client.query(replace, [webhookId, endOf(now)]);
    const ending = secret.replace(/=+$/, '').slice(-shownCharacters);
    await client.query(add, [secretId, webhookId, companyId, seal(own, secret, context), ending, now]);
    return { secret, previousUntil: endOf(now) };
  });
};

const endOf = (createdAt: Date): Date => new Date(createdAt.getTime() + overlapMs);

/** Those that are over go. Of too many the oldest stays, which the receiver most likely has, and the newest. */
const makeRoom = `
  delete from secrets.webhook_secret where webhook_id = $1 and (expires_at <= $2 or id in (
    select id from (
      select id, row_number() over (order by expires_at desc nulls first, id desc) as newest,
        row_number() over (order by expires_at nulls last, id) as oldest
      from secrets.webhook_secret where webhook_id = $1 and (expires_at is null or expires_at > $2)) as living
    where newest > $3 - 2 and oldest > 1))`;
const replace =
  'update secrets.webhook_secret set expires_at = $2 where webhook_id = $1 and expires_at is null';
const add = `
  insert into secrets.webhook_secret (id, webhook_id, company_id, sealed, ending, created_at)
  values ($1, $2, $3, $4, $5, $6)`;

const secretContext = (companyId: string, webhookId: string): string =>
  `webhook secret ${companyId}/${webhookId}`;

/** Those that sign now, the newest first. Throws StoreUnavailable. */
export const signingSecrets = async (
  { pool, keys }: Keeping,
  { webhookId, companyId }: Webhook,
  now: Date,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ sealed: string }>(
    `select sealed from secrets.webhook_secret where webhook_id = $1 and company_id = $2
       and (expires_at is null or expires_at > $3) order by created_at desc, id desc`,
    [webhookId, companyId, now],
  );
  const own = (await keys.forWriting(companyId, [companyId])).get(companyId);
  return own ? rows.map(({ sealed }) => unseal(own, sealed, secretContext(companyId, webhookId))) : [];
};

export type SecretShown = { readonly ending: string; readonly previousUntil: string | null };

/** What may be shown of the secrets of a company's endpoints. */
export const shownSecrets = async (
  pool: Pool,
  companyId: string,
  now = new Date(),
): Promise<ReadonlyMap<string, SecretShown>> => {
  const { rows } = await pool.query<{ webhook_id: string; ending: string; until: string | null }>(
    `select webhook_id, max(ending) filter (where expires_at is null) as ending,
       ${isoOf('max(expires_at) filter (where expires_at > $2)')} as until
     from secrets.webhook_secret where company_id = $1 group by webhook_id`,
    [companyId, now],
  );
  return new Map(
    rows.map(({ webhook_id, ending, until }) => [
      webhook_id,
      { ending: `••••••••${ending}`, previousUntil: until },
    ]),
  );
};

export const forgetSecrets = async (
  client: Pick<PoolClient, 'query'>,
  webhookIds: readonly string[],
): Promise<void> => {
  if (webhookIds.length > 0)
    await client.query('delete from secrets.webhook_secret where webhook_id = any($1::uuid[])', [webhookIds]);
};
