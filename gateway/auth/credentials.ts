import type { Pool } from 'pg';
import { hashPassword, passwordMatches } from './passwords.ts';

/**
 * Gives a user a password (or another one). What was set last counts; the user's sessions live on. The password
 * itself is kept nowhere: no event, no log.
 */
export const setPassword = async (
  pool: Pool,
  credential: { readonly userId: string; readonly companyId: string; readonly password: string },
): Promise<void> => {
  const hash = await hashPassword(credential.password);
  await pool.query(
    `insert into secrets.credential (user_id, company_id, hash) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, changed_at = now()`,
    [credential.userId, credential.companyId, hash],
  );
};

/** The first password of a user; nothing when there is one already, so that a repeated call changes none. */
export const setFirstPassword = async (
  pool: Pool,
  credential: { readonly userId: string; readonly companyId: string; readonly password: string },
): Promise<void> => {
  const hash = await hashPassword(credential.password);
  await pool.query(
    `insert into secrets.credential (user_id, company_id, hash) values ($1, $2, $3) on conflict do nothing`,
    [credential.userId, credential.companyId, hash],
  );
};

/** Whether this is the user's password. Without a user it takes as long, and answers no. */
export const checkPassword = async (
  pool: Pool,
  userId: string | undefined,
  password: string,
): Promise<boolean> => {
  const { rows } = await pool.query<{ hash: string }>(
    'select hash from secrets.credential where user_id = $1',
    [userId ?? null],
  );
  return passwordMatches(password, rows[0]?.hash);
};
