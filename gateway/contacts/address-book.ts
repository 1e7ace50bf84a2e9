import type { Draft } from '#commands/contact-import/import-rows.ts';
import { readAddressBook } from '#connector/interface/address-book.ts';
import { type Viewer, worksOn } from '#domain/ticket/visibility.ts';
import { listConnections } from '#projections/inbox/queries/records.ts';
import { refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';

type Found = {
  readonly connectionId: string;
  readonly table: Pick<Draft, 'source' | 'fileName' | 'headings' | 'lines' | 'broken'>;
};

type Asking = {
  readonly companyId: string;
  readonly viewer: Viewer;
  /** The connection that is asked for. */
  readonly named: string | null;
};

/**
 * The address book of a connection's phone, as rows to import: of the connection that is named, or else of the
 * default one or the only one that they work on. ERR_NO_WAPP_FOUND, ERR_NO_PERMISSION, ERR_NO_DEF_WAPP_FOUND,
 * ERR_NO_ADDRESS_BOOK as long as WhatsApp has told nothing of it, ERR_ADDRESS_BOOK_EMPTY when nobody is in it.
 */
export const addressBookOf = async (
  { pool, tenants }: Pick<Gateway, 'pool' | 'tenants'>,
  { companyId, viewer, named }: Asking,
): Promise<Found> => {
  const all = await tenants.read(companyId, listConnections);
  const connections = all.filter(({ id }) => worksOn(viewer, id));
  const [only, ...others] = connections;
  if (named && !all.some(({ id }) => id === named)) throw refuse('ERR_NO_WAPP_FOUND');
  if (named && !worksOn(viewer, named)) throw refuse('ERR_NO_PERMISSION');
  const connection = named
    ? connections.find(({ id }) => id === named)
    : (connections.find(({ isDefault }) => isDefault) ?? (others.length === 0 ? only : undefined));
  if (!connection) throw refuse('ERR_NO_DEF_WAPP_FOUND');
  const connectionId = connection.id;
  const book = await readAddressBook(pool, companyId, connectionId);
  if (!book) throw refuse('ERR_NO_ADDRESS_BOOK', { whatsappId: connectionId });
  if (book.length === 0) throw refuse('ERR_ADDRESS_BOOK_EMPTY', { whatsappId: connectionId });
  const lines = book.map(({ name, number }, index) => ({
    line: index + 1,
    cells: [name, number === null ? '' : `+${number}`],
  }));
  const table = { source: 'phone' as const, fileName: '', headings: ['name', 'number'], broken: [] };
  return { connectionId, table: { ...table, lines } };
};
