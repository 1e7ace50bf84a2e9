import type { Pool, PoolClient } from 'pg';
import { isoOf } from '#eventstore/database/iso.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { ownKey } from '#eventstore/own-key.ts';
import type { PersonKeys } from '#eventstore/person-keys.ts';
import { seal, unseal } from '#eventstore/sealing.ts';
import { newSecret } from './signature.ts';

export type Keeping = { readonly pool: Pool; readonly keys: Pick<PersonKeys, 'forWriting'> };
export type Signing = { readonly pool: Pool; readonly keys: Pick<PersonKeys, 'forReading'> };
type Webhook = { readonly webhookId: string; readonly companyId: string };

/** How long the secret before signs beside a new one. */
export const overlapMs = 24 * 60 * 60_000;
/** So many sign at once at most: each is a part of a header. */
const mostAtOnce = 5;
const shownCharacters = 4;

export type GivenSecret = { readonly secret: string; readonly previousUntil: Date };
type Giving = Webhook & {
  /** The same for a call that is repeated. */
  readonly secretId: string;
  /** Those before sign no longer, as after a leak. */
  readonly endPrevious?: boolean;
};

/**
 * Gives an endpoint a secret, encrypted under the company's own key; the same again, where it was given under this id
 * before, and undefined where that one has ended since. What is answered is the only copy for people. Those before sign
 * for 24 hours after they were replaced, since nobody knows which of them the receiver has. Throws StoreUnavailable.
 */
export const giveSecret = async (
  { pool, keys }: Keeping,
  { webhookId, companyId, secretId, endPrevious = false }: Giving,
  now = new Date(),
): Promise<GivenSecret | undefined> => {
  const own = (await keys.forWriting(companyId, [companyId])).get(companyId);
  if (!own) throw new Error('the key of the company was destroyed');
  const context = secretContext(companyId, webhookId);
  const previousUntil = (givenAt: Date) => (endPrevious ? givenAt : new Date(givenAt.getTime() + overlapMs));
  return inTransaction(pool, async client => {
    // Of two that give it one at once, the later one replaces the other's.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [webhookId]);
    const { rows } = await client.query<{ sealed: string; createdAt: string; isOver: boolean }>(
      `select sealed, ${isoOf('created_at')} as "createdAt", coalesce(expires_at <= $2, false) as "isOver"
       from secrets.webhook_secret where id = $1`,
      [secretId, now],
    );
    const [given] = rows;
    if (given?.isOver) return undefined;
    if (given)
      return {
        secret: unseal(own, given.sealed, context),
        previousUntil: previousUntil(new Date(given.createdAt)),
      };
    const secret = newSecret();
    await client.query(replace, [webhookId, previousUntil(now), endPrevious]);
    await client.query(endSome, [webhookId, now, mostAtOnce - 1]);
    await client.query(forget, [webhookId, now]);
    const ending = secret.replace(/=+$/, '').slice(-shownCharacters);
    await client.query(add, [secretId, webhookId, companyId, seal(own, secret, context), ending, now]);
    return { secret, previousUntil: previousUntil(now) };
  });
};

const replace = `
  update secrets.webhook_secret set expires_at = least(expires_at, $2)
  where webhook_id = $1 and (expires_at is null or $3)`;
/** Of too many the oldest goes on, which the receiver most likely has, and the newest. What has ended cannot be read any more. */
const endSome = `
  update secrets.webhook_secret set sealed = '', expires_at = least(expires_at, $2)
  where webhook_id = $1 and (expires_at <= $2 or id in (
    select id from (
      select id, row_number() over (order by expires_at desc, id desc) as newest,
        row_number() over (order by expires_at, id) as oldest
      from secrets.webhook_secret where webhook_id = $1 and expires_at > $2) as living
    where newest >= $3 and oldest > 1))`;
/** That a secret was given is known as long as its call may come again. */
const forget = `
  delete from secrets.webhook_secret
  where webhook_id = $1 and expires_at < $2::timestamptz - interval '7 days'`;
const add = `
  insert into secrets.webhook_secret (id, webhook_id, company_id, sealed, ending, created_at)
  values ($1, $2, $3, $4, $5, $6)`;

const secretContext = (companyId: string, webhookId: string): string =>
  `webhook secret ${companyId}/${webhookId}`;

/** Those that sign now, the newest first. Throws UnreadableEvent while the company's key is missing, StoreUnavailable. */
export const signingSecrets = async (
  { pool, keys }: Signing,
  { webhookId, companyId }: Webhook,
  now: Date,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ sealed: string }>(
    `select sealed from secrets.webhook_secret where webhook_id = $1 and company_id = $2
       and sealed <> '' and (expires_at is null or expires_at > $3) order by created_at desc, id desc`,
    [webhookId, companyId, now],
  );
  const own = await ownKey(keys, companyId);
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
