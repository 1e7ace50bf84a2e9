import type { Pool, PoolClient } from 'pg';
import { isoOf } from '#eventstore/database/iso.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { PersonKeys } from '#eventstore/person-keys.ts';
import { seal, unseal } from '#eventstore/sealing.ts';
import { newId } from '../ids.ts';
import { newSecret } from './signature.ts';

type Keeping = { readonly pool: Pool; readonly keys: Pick<PersonKeys, 'forWriting'> };
type Webhook = { readonly webhookId: string; readonly companyId: string };

/** How long the secret before signs beside a new one. */
export const overlapMs = 24 * 60 * 60_000;
const shownCharacters = 4;

/**
 * Gives an endpoint a secret, encrypted under the company's own key: what is answered is the only copy for people. The
 * one before signs for 24 hours more; one that was before that no longer. Throws StoreUnavailable.
 */
export const giveSecret = async (
  { pool, keys }: Keeping,
  { webhookId, companyId }: Webhook,
  now = new Date(),
): Promise<{ readonly secret: string; readonly previousUntil: Date }> => {
  const own = (await keys.forWriting(companyId, [companyId])).get(companyId);
  if (!own) throw new Error('the key of the company was destroyed');
  const secret = newSecret();
  const previousUntil = new Date(now.getTime() + overlapMs);
  await inTransaction(pool, async client => {
    // Of two that give it one at once, the later one replaces the other's.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [webhookId]);
    await client.query(give, [
      ...[newId(), webhookId, companyId, seal(own, secret, secretContext(companyId, webhookId))],
      ...[secret.replace(/=+$/, '').slice(-shownCharacters), now, previousUntil],
    ]);
  });
  return { secret, previousUntil };
};

const give = `
  with over as (delete from secrets.webhook_secret where webhook_id = $2 and expires_at is not null),
    previous as (update secrets.webhook_secret set expires_at = $7 where webhook_id = $2 and expires_at is null)
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
