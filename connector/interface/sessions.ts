import type { Pool } from 'pg';
import { ifThere } from './if-there.ts';

/** What a connector knows of a connection's session and the log does not. */
export type SessionDetails = {
  readonly connectionId: string;
  /** The QR code to be scanned; '' when there is none. */
  readonly qr: string;
  /** The code to be typed on the phone; '' when there is none. */
  readonly pairingCode: string;
  /** Tries to connect in a row that failed. */
  readonly retries: number;
};

/** The sessions of a company's connections. The codes pair a phone with the company: for its admins only. */
export const readSessions = (pool: Pool, companyId: string): Promise<readonly SessionDetails[]> =>
  ifThere(pool, ofCompany, [companyId]);

const ofCompany = `
  select connection_id as "connectionId", qr, pairing_code as "pairingCode", retries
  from connector.session where company_id = $1`;

/** The QR code of one connection; undefined when there is none. For programs that play the phone. */
export const readQr = async (
  pool: Pick<Pool, 'query'>,
  connectionId: string,
): Promise<string | undefined> => {
  const text = 'select qr from connector.session where connection_id = $1';
  const { rows } = await pool.query<{ qr: string | null }>(text, [connectionId]);
  return rows[0]?.qr || undefined;
};

/** How many WhatsApp connections of all companies are in which status. */
export const countSessions = async (pool: Pool): Promise<Record<string, number>> => {
  const text = 'select status, count(*)::int as count from connector.session group by status';
  const rows = await ifThere<{ status: string; count: number }>(pool, text, []);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};
