import { beginningOf } from '#projections/audit/queries/past.ts';
import type { Tenants } from '#projections/tenant.ts';
import { refuse } from '../errors/refusal.ts';

/**
 * An instant of a company's past, as an ISO text in UTC with milliseconds.
 * @throws {CallRefused} ERR_INSTANT_TO_COME, or ERR_BEFORE_HISTORY with `begins` where the company was not there yet.
 */
export const instantOf = async (
  tenants: Pick<Tenants, 'read'>,
  companyId: string,
  asked: string,
): Promise<string> => {
  const at = notToCome(asked, new Date());
  const begins = await tenants.read(companyId, beginningOf);
  if (begins === undefined || at < begins) throw refuse('ERR_BEFORE_HISTORY', { begins: begins ?? null });
  return at;
};

/** The instant, as an ISO text in UTC; refused with ERR_INSTANT_TO_COME where it is none of the past. */
export const notToCome = (asked: string, now: Date): string => {
  const at = new Date(asked).toISOString();
  if (at > now.toISOString()) throw refuse('ERR_INSTANT_TO_COME');
  return at;
};
