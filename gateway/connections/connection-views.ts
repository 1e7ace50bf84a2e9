import type { Pool } from 'pg';
import { readSessions } from '#connector/interface/sessions.ts';
import type { ConnectionView } from '#contracts/views.ts';
import { listConnections } from '#projections/inbox/queries/records.ts';
import type { Tenants } from '#projections/tenant.ts';
import { maskedTokens } from './tokens.ts';

/**
 * The company's connections with what the connector knows of their sessions. The codes pair a phone with the
 * company and the token writes in its name, so `withSecrets` is for admins only.
 */
export const connectionViews = async (
  { pool, tenants }: { readonly pool: Pool; readonly tenants: Tenants },
  companyId: string,
  withSecrets: boolean,
): Promise<readonly ConnectionView[]> => {
  const [connections, details, tokens] = await Promise.all([
    tenants.read(companyId, listConnections),
    readSessions(pool, companyId),
    withSecrets ? maskedTokens(pool, companyId) : new Map<string, string>(),
  ]);
  const sessions = new Map(details.map(session => [session.connectionId, session]));
  return connections.map(connection => {
    const session = sessions.get(connection.id);
    return {
      ...connection,
      retries: session?.retries ?? 0,
      qrcode: (withSecrets && session?.qr) || '',
      pairingCode: (withSecrets && session?.pairingCode) || '',
      token: tokens.get(connection.id) ?? '',
    };
  });
};

/** What others than admins are shown of a connection. */
export const withoutSecrets = (connection: ConnectionView): ConnectionView => ({
  ...connection,
  qrcode: '',
  pairingCode: '',
  token: '',
});
