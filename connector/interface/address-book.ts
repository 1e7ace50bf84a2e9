import type { Pool } from 'pg';
import { ifThere } from './if-there.ts';

/** Somebody whom a connection's phone has in its address book. */
export type Address = {
  readonly name: string;
  /** Digits with the country; null when WhatsApp told no more than a LID that nobody here has written under. */
  readonly number: string | null;
};

const whose = 'connection_id = $1 and company_id = $2';
const known = `
  select address_book_version is not null as "isKnown" from connector.session where ${whose}`;
const addresses = `
  select b.name, coalesce(b.number, (
      select c.number from connector.contact c join connector.chat using (contact_id)
      where c.provider = s.provider and c.lid = b.lid and connection_id = b.connection_id and c.number is not null
      limit 1)) as number
  from connector.address_book b join connector.session s using (connection_id) where ${whose}
  order by b.name, b.jid`;

/**
 * Whom the phone of a connection has in its address book, as far as WhatsApp has told; undefined when it has told
 * nothing of it since the phone was paired, and nobody when it is empty.
 */
export const readAddressBook = async (
  pool: Pool,
  companyId: string,
  connectionId: string,
): Promise<readonly Address[] | undefined> => {
  const values = [connectionId, companyId];
  const [session] = await ifThere<{ isKnown: boolean }>(pool, known, values);
  return session?.isKnown ? ifThere<Address>(pool, addresses, values) : undefined;
};
