import type { Pool } from 'pg';
import type { ConnectionView } from '#contracts/views.ts';
import { listConnections } from '#projections/inbox/queries/records.ts';
import type { Tenants } from '#projections/tenant.ts';
import { ifThere } from './connector-tables.ts';
import { maskedTokens } from './tokens.ts';

type Session = {
  readonly connection_id: string;
  readonly qr: string;
  readonly pairing_code: string;
  readonly retries: number;
};

/**
 * The company's connections with what the connector knows of their sessions. The codes pair a phone with the
 * company and the token writes in its name, so `withSecrets` is for admins only.
 */
export const connectionViews = async (
  { pool, tenants }: { readonly pool: Pool; readonly tenants: Tenants },
  companyId: string,
  withSecrets: boolean,
): Promise<readonly ConnectionView[]> => {
  const [connections, sessions, tokens] = await Promise.all([
    tenants.read(companyId, listConnections),
    readSessions(pool, companyId),
    withSecrets ? maskedTokens(pool, companyId) : new Map<string, string>(),
  ]);
  return connections.map(connection => {
    const session = sessions.get(connection.id);
    return {
      ...connection,
      retries: session?.retries ?? 0,
      qrcode: (withSecrets && session?.qr) || '',
      pairingCode: (withSecrets && session?.pairing_code) || '',
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

const readSessions = async (pool: Pool, companyId: string): Promise<ReadonlyMap<string, Session>> => {
  const rows = await ifThere<Session>(
    pool,
    'select connection_id, qr, pairing_code, retries from connector.session where company_id = $1',
    [companyId],
  );
  return new Map(rows.map(row => [row.connection_id, row]));
};
