import type { Pool } from 'pg';

/**
 * Of a contact who is erased the number goes out of what calls with a key to repeat were answered; such a call is answered
 * without it from then on. Idempotent; throws where there is no such table yet.
 */
export const purgeRepeatedCalls = async (
  pool: Pick<Pool, 'query'>,
  { companyId, persons }: { readonly companyId: string; readonly persons: readonly string[] },
): Promise<void> => {
  await pool.query(
    `update secrets.idempotent_call set answer = answer || '{"number": ""}'
     where company_id = $1 and answer->>'contactId' = any($2::text[])`,
    [companyId, persons],
  );
};
