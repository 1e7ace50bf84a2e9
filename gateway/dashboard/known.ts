import type { Dimension } from '#domain/dashboard/metrics.ts';
import type { ErrorCode } from '#domain/shared/errors.ts';
import { type Named, unknownOf } from '#projections/dashboard/queries/unknown.ts';
import type { Tenants } from '#projections/tenant.ts';
import { refuse } from '../errors/refusal.ts';

const codes: Readonly<Record<Dimension, ErrorCode>> = {
  queue: 'ERR_NO_QUEUE_FOUND',
  connection: 'ERR_NO_WAPP_FOUND',
  tag: 'ERR_NO_TAG_FOUND',
  user: 'ERR_NO_USER_FOUND',
};

/**
 * Refuses ids that are nobody's and nothing's in the company, alike wherever figures and the past are narrowed: an
 * answer of zeros would say that there was nothing. What is gone is known.
 * @throws {CallRefused} ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_TAG_FOUND or ERR_NO_USER_FOUND with the id.
 */
export const refuseUnknown = async (
  tenants: Pick<Tenants, 'read'>,
  companyId: string,
  named: Named,
): Promise<void> => {
  const unknown = await tenants.read(companyId, db => unknownOf(db, named));
  if (unknown) throw refuse(codes[unknown], { id: named[unknown] });
};
