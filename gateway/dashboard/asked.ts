import type { z } from 'zod';
import type { DashboardQuery, periodView } from '#contracts/dashboard.ts';
import { countOfDays, type Days, lastDays, longestPeriodDays, spanOf } from '#domain/dashboard/period.ts';
import type { Scope } from '#projections/dashboard/queries/scope.ts';
import type { Tenants } from '#projections/tenant.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import { refuseUnknown } from './known.ts';

export type Reader = { readonly companyId: string; readonly zone: string; readonly now: Date };

/**
 * The days that a call asks for. Refused with ERR_NO_PERIOD where it names none (specification, core, section 5), and
 * with ERR_VALIDATION where they are no period.
 */
const daysOf = (query: DashboardQuery, now: Date, zone: string): Days => {
  const { days, date_from: from = '', date_to: to = '' } = query;
  const counts = typeof days === 'number' && days > 0;
  if (counts && (from || to)) throw invalid('days or dates, not both');
  if (counts) return lastDays(days, now, zone);
  if (!from || !to) throw refuse('ERR_NO_PERIOD');
  const chosen = { from, to };
  const count = countOfDays(chosen);
  if (count < 1 || count > longestPeriodDays) throw invalid(`1 to ${longestPeriodDays} days`);
  return chosen;
};

const invalid = (message: string) => new CallRefused('ERR_VALIDATION', { message });

/**
 * The days that a call asks for, and what its figures are taken of.
 * @throws {CallRefused} as `daysOf` and `refuseUnknown` do.
 */
export const askedOf = async (
  tenants: Pick<Tenants, 'read'>,
  query: DashboardQuery,
  { companyId, zone, now }: Reader,
): Promise<{ readonly days: Days; readonly scope: Scope }> => {
  const days = daysOf(query, now, zone);
  const { queueId: queue, whatsappId: connection, tagId: tag, userId: user } = query;
  await refuseUnknown(tenants, companyId, { queue, connection, tag, user });
  return { days, scope: scopeOf(query, days, zone) };
};

const scopeOf = (
  { queueId, whatsappId, tagId, userId, time }: DashboardQuery,
  days: Days,
  zone: string,
): Scope => ({
  ...spanOf(days, zone),
  ...{ queueId, connectionId: whatsappId, tagId, userId, clock: time },
});

export const shownPeriod = (days: Days, zone: string): z.output<typeof periodView> => ({
  ...{ dateFrom: days.from, dateTo: days.to, zone },
  ...spanOf(days, zone),
});
