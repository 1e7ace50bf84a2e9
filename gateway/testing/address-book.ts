import { migrateConnector } from '#connector/migrate.ts';
import type { Harness } from './harness.ts';

type Whose = { readonly companyId: string; readonly connectionId: string };

/** Puts an address book where the connector keeps what WhatsApp tells of the phone's: numbers with their names. */
export const tellAddressBook = async (
  { pool }: Pick<Harness, 'pool'>,
  { companyId, connectionId }: Whose,
  names: Readonly<Record<string, string>>,
): Promise<void> => {
  await migrateConnector(pool);
  await pool.query(
    `insert into connector.session (connection_id, company_id, provider, address_book_version)
     values ($1, $2, 'simulator', 1) on conflict (connection_id) do update set address_book_version = 1`,
    [connectionId, companyId],
  );
  await pool.query('delete from connector.address_book where connection_id = $1', [connectionId]);
  await pool.query(
    `insert into connector.address_book (connection_id, jid, number, name)
     select $1, number || '@s.whatsapp.net', number, name from unnest($2::text[], $3::text[]) told(number, name)`,
    [connectionId, Object.keys(names), Object.values(names)],
  );
};
