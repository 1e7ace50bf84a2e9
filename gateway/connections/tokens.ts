import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { tellTokensEnded } from '../outside/tokens.ts';

/** How many characters of a token its owner is reminded by. */
const shownCharacters = 4;

/**
 * Gives a connection a token for the messages API; one it had is worth nothing from now on. Only a SHA-256 digest
 * (the token is random, 256 bits) and its last characters are kept: what is answered is the only copy.
 */
export const renewToken = async (
  pool: Pool,
  { connectionId, companyId }: { readonly connectionId: string; readonly companyId: string },
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into secrets.connection_token (connection_id, company_id, hash, ending) values ($1, $2, $3, $4)
     on conflict (connection_id) do update set hash = excluded.hash, ending = excluded.ending, changed_at = now()`,
    [connectionId, companyId, createHash('sha256').update(token).digest(), token.slice(-shownCharacters)],
  );
  await tellTokensEnded(pool, companyId);
  return token;
};

export const forgetToken = async (pool: Pool, companyId: string, connectionId: string): Promise<void> => {
  await pool.query('delete from secrets.connection_token where connection_id = $1 and company_id = $2', [
    connectionId,
    companyId,
  ]);
  await tellTokensEnded(pool, companyId);
};

/** What may be shown of the tokens of a company's connections: their ends. */
export const maskedTokens = async (pool: Pool, companyId: string): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ connection_id: string; ending: string }>(
    'select connection_id, ending from secrets.connection_token where company_id = $1',
    [companyId],
  );
  return new Map(rows.map(row => [row.connection_id, `••••••••${row.ending}`]));
};
