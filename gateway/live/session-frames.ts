import type { Pool } from 'pg';
import type { Tenants } from '#projections/tenant.ts';
import { connectionViews } from '../connections/connection-views.ts';
import { admins, nonAdmins } from './audience.ts';
import { framer, type Outgoing } from './frames.ts';

/** How WhatsApp sessions stand; only admins are shown the QR code, which pairs a phone with the company. */
export const sessionFrames = async (
  deps: { readonly pool: Pool; readonly tenants: Tenants },
  companyId: string,
  connectionIds: readonly string[],
): Promise<readonly Outgoing[]> => {
  if (connectionIds.length === 0) return [];
  const frame = framer(companyId);
  const connections = await connectionViews(deps, companyId, true);
  return connections
    .filter(({ id }) => connectionIds.includes(id))
    .flatMap(({ id, name, status, qrcode, updatedAt }) => {
      const session = { id, name, status, qrcode, updatedAt };
      return [
        frame('whatsappSession', { action: 'update', session }, admins),
        frame('whatsappSession', { action: 'update', session: { ...session, qrcode: '' } }, nonAdmins),
      ];
    });
};
