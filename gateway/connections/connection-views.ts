import type { Pool } from 'pg';
import type { ConnectionView } from '#contracts/views.ts';
import { listConnections } from '#projections/inbox/queries/records.ts';
import type { Tenants } from '#projections/tenant.ts';

type Session = { readonly connection_id: string; readonly qr: string; readonly retries: number };

/**
 * The company's connections with what the connector knows of their sessions. The QR code pairs a phone with the
 * company, so `withQr` is for admins only.
 */
export const connectionViews = async (
  { pool, tenants }: { readonly pool: Pool; readonly tenants: Tenants },
  companyId: string,
  withQr: boolean,
): Promise<readonly ConnectionView[]> => {
  const [connections, sessions] = await Promise.all([
    tenants.read(companyId, listConnections),
    readSessions(pool, companyId),
  ]);
  return connections.map(connection => {
    const session = sessions.get(connection.id);
    return { ...connection, qrcode: (withQr && session?.qr) || '', retries: session?.retries ?? 0 };
  });
};

const undefinedTable = '42P01';

const readSessions = async (pool: Pool, companyId: string): Promise<ReadonlyMap<string, Session>> => {
  try {
    const { rows } = await pool.query<Session>(
      'select connection_id, qr, retries from connector.session where company_id = $1',
      [companyId],
    );
    return new Map(rows.map(row => [row.connection_id, row]));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return new Map();
    throw error;
  }
};
