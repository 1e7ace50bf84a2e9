import type { Pool } from 'pg';
import type { SecretKey } from '#domain/company/settings.ts';
import type { PersonKeys } from '#eventstore/person-keys.ts';
import { seal } from '#eventstore/sealing.ts';

type Keeping = { readonly pool: Pool; readonly keys: Pick<PersonKeys, 'forWriting'> };
type Secret = { readonly companyId: string; readonly key: SecretKey };

/**
 * Keeps the key of another service for a company, encrypted under the company's own key; one that was there is gone.
 * Nothing here reads it again: that is for the service that uses it. Throws StoreUnavailable.
 */
export const keepSecret = async (
  { pool, keys }: Keeping,
  { companyId, key, value }: Secret & { readonly value: string },
): Promise<void> => {
  const own = (await keys.forWriting(companyId, [companyId])).get(companyId);
  if (!own) throw new Error('the key of the company was destroyed');
  await pool.query(
    `insert into secrets.company_secret (company_id, key, sealed) values ($1, $2, $3)
     on conflict (company_id, key) do update set sealed = excluded.sealed, changed_at = now()`,
    [companyId, key, seal(own, value, secretContext({ companyId, key }))],
  );
};

/** What a kept secret is bound to. */
export const secretContext = ({ companyId, key }: Secret): string => `company secret ${companyId}/${key}`;

export const forgetSecret = async (
  { pool }: Pick<Keeping, 'pool'>,
  { companyId, key }: Secret,
): Promise<void> => {
  await pool.query('delete from secrets.company_secret where company_id = $1 and key = $2', [companyId, key]);
};

/** Which secrets a company has set. */
export const secretsSet = async (
  { pool }: Pick<Keeping, 'pool'>,
  companyId: string,
): Promise<ReadonlySet<string>> => {
  const text = 'select key from secrets.company_secret where company_id = $1';
  const { rows } = await pool.query<{ key: string }>(text, [companyId]);
  return new Set(rows.map(({ key }) => key));
};
