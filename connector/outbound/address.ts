import type { Pool } from 'pg';
import { numberVariants } from '#domain/contact/number.ts';
import { streamName } from '#domain/shared/stream.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Socket } from '../baileys.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly connectionId: string;
  readonly companyId: string;
};

/** The jid a contact last wrote under on this connection; undefined when they never wrote. */
export const knownAddress = async (
  { pool, connectionId }: Pick<Dependencies, 'pool' | 'connectionId'>,
  contactId: string,
): Promise<string | undefined> => {
  const { rows } = await pool.query<{ jid: string }>({
    name: 'chat-jid',
    text: 'select jid from connector.chat where connection_id = $1 and contact_id = $2',
    values: [connectionId, contactId],
  });
  return rows[0]?.jid;
};

/**
 * Where to write to a contact: the jid they wrote under, else what WhatsApp says their number is. Undefined
 * when nobody has that number. Throws what the store, Postgres or the socket throw.
 */
export const findAddress = async (
  dependencies: Dependencies,
  contactId: string,
  socket: Socket,
): Promise<string | undefined> => {
  const known = await knownAddress(dependencies, contactId);
  if (known) return known;
  const { store, companyId } = dependencies;
  let number = '';
  let lid: string | null = null;
  let isGroup = false;
  for (const event of await store.load(streamName('contact', companyId, contactId))) {
    if (event.type === 'ContactCreated') ({ number, lid, isGroup } = event.data);
    if (event.type === 'ContactIdentified') {
      number = event.data.number ?? number;
      lid = event.data.lid ?? lid;
    }
  }
  if (isGroup) return `${number}@g.us`;
  if (lid) return `${lid}@lid`;
  if (number === '') return undefined;
  for (const variant of new Set([number, ...numberVariants(number)])) {
    const found = await socket.onWhatsApp(variant);
    const there = found?.find(each => each.exists);
    if (there) return there.jid;
  }
  return undefined;
};
