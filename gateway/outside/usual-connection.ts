import { defaultConnection } from '#projections/inbox/queries/records.ts';
import { cachedLookup } from '../cached-lookup.ts';
import type { Gateway } from '../gateway.ts';

const limits = { max: 10_000, ttlMs: 60_000 };

/** Answers a company's default connection from a cache that is cleared when its connections change; until it is closed. */
export const createUsualConnection = ({ tenants, positions }: Pick<Gateway, 'tenants' | 'positions'>) => {
  const known = cachedLookup<{ companyId: string; connectionId: string }>(async companyIds => {
    const found = await Promise.all(
      companyIds.map(async companyId => {
        const connectionId = await tenants.read(companyId, defaultConnection);
        return connectionId === undefined ? [] : [[companyId, { companyId, connectionId }] as const];
      }),
    );
    return new Map(found.flat());
  }, limits);
  const stops = [
    positions.onNotification('inbox', ({ companyId, changes, resync }) => {
      if (companyId === null) known.clear();
      else if (resync || changes.some(({ table }) => table === 'connection'))
        known.forgetWhere(each => each.companyId === companyId);
    }),
    positions.onListening(() => known.clear()),
  ];
  return {
    of: async (companyId: string): Promise<string | undefined> => (await known.get(companyId))?.connectionId,
    close: (): void => {
      for (const stop of stops) stop();
    },
  };
};
export type UsualConnection = ReturnType<typeof createUsualConnection>;
