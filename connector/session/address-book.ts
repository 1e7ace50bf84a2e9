import type { Contact, SignalDataSet } from '@whiskeysockets/baileys';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { cleanText } from '#domain/shared/text.ts';
import type { Socket } from '../baileys.ts';
import { userOf } from '../inbound/jids.ts';
import type { Credentials } from '../keys/credentials.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { persistently } from '../retry.ts';
import { storableJid } from '../storable.ts';
import { type FencingToken, heldBy, LeaseLost } from './leases.ts';

/** Where WhatsApp keeps the phone's address book among the account's settings. */
const collection = 'critical_unblock_low';

export type AddressBook = {
  /** The same keys, watched for how far the library has read the address book. */
  readonly keys: KeyStore;
  /**
   * Keeps what the socket tells of it, and has it told from the beginning where that is needed: once what came while it
   * was away is dealt with. The library asks under the lock that messages are opened under, and the answer would stand
   * behind them. `waiting` tells how many messages are not dealt with yet.
   */
  readonly attach: (socket: Socket, waiting: () => number) => void;
  /** What waits has become more or less. */
  readonly changed: () => void;
  /** Ends the work under way; what is not stored by then is asked for again on the next socket. */
  readonly close: () => void;
};

type Dependencies = {
  readonly pool: Pool;
  readonly keys: KeyStore;
  readonly credentials: Pick<Credentials, 'creds'>;
  readonly fencing: FencingToken;
  readonly log: Logger;
};

/**
 * The names that the account's phone has in its address book, as WhatsApp tells them. The library notes how far it has
 * read before it tells what it read, and tells nothing twice. So it is noted here, with the entries, how far they are
 * stored: where the two differ when a socket opens, the whole book is asked for again, and otherwise never. So is found,
 * too, what the library reads in silence: removals without a word of the contact.
 */
export const openAddressBook = async (
  connectionId: string,
  { pool, keys, credentials, fencing, log }: Dependencies,
): Promise<AddressBook> => {
  const { creds } = credentials;
  const ending = new AbortController();
  const { signal } = ending;
  const values = [connectionId, fencing.holder, fencing.epoch];
  let read = await versionRead(keys);
  let isWanted = read === undefined || read !== (await versionStored(pool, connectionId));
  /** Something told was not stored: nothing later counts as the whole book. */
  let isTorn = false;
  let turn: Promise<void> = Promise.resolve();
  let changed = (): void => {};

  const inTurn = (work: () => Promise<void>): void => {
    turn = turn.then(work).catch(error => {
      isTorn = true;
      if (!signal.aborted)
        log.warn({ err: error }, 'the address book could not be kept; it is asked for again');
    });
  };
  const write = (text: string, more: readonly unknown[]): Promise<void> =>
    persistently(
      async () => {
        const { rows } = await pool.query<{ held: boolean }>(text, [...values, ...more]);
        if (!rows[0]?.held) throw new LeaseLost();
      },
      { signal },
    );

  const take = (contacts: readonly Contact[]): void => {
    const upTo = read;
    const { kept, gone } = sorted(contacts);
    const entries = [
      kept.map(({ jid }) => jid),
      kept.map(({ number }) => number),
      kept.map(({ lid }) => lid),
      kept.map(({ name }) => name),
    ];
    inTurn(() => write(store, [...entries, gone, isTorn ? null : (upTo ?? null)]));
  };
  const ask = (socket: Socket): void => {
    isWanted = false;
    inTurn(async () => {
      await write(forget, []);
      await startOver(socket);
      read = undefined;
      isTorn = false;
      await socket.resyncAppState([collection], true);
      // What it read is told a moment later, with nobody not at all: as an empty book counts what was read until then.
      if (read !== undefined) await write(noteEmpty, []);
    });
  };

  return {
    keys: {
      ...keys,
      set: async (data: SignalDataSet) => {
        await keys.set(data);
        const state = data['app-state-sync-version']?.[collection];
        if (state) read = state.version;
      },
    },
    attach: (socket, waiting) => {
      let isCaughtUp = false;
      changed = () => {
        if (isWanted && isCaughtUp && creds.myAppStateKeyId && waiting() === 0) ask(socket);
      };
      socket.ev.on('contacts.upsert', take);
      socket.ev.on('connection.update', ({ receivedPendingNotifications }) => {
        if (receivedPendingNotifications) isCaughtUp = true;
        changed();
      });
      // A phone that was just paired gives the key to its settings a moment later.
      socket.ev.on('creds.update', () => changed());
    },
    changed: () => changed(),
    close: () => ending.abort(new Error('the socket of this address book has ended')),
  };
};

/** In the library's own turn: a reading under way would put its version back over what is forgotten. */
const startOver = ({ authState: { keys, creds } }: Socket): Promise<void> =>
  keys.transaction(
    async () => keys.set({ 'app-state-sync-version': { [collection]: null } }),
    creds.me?.id || 'resync-app-state',
  );

const versionRead = async (keys: KeyStore): Promise<number | undefined> =>
  (await keys.get('app-state-sync-version', [collection]))[collection]?.version;

const versionStored = async (pool: Pool, connectionId: string): Promise<number | undefined> => {
  const { rows } = await pool.query<{ version: number | null }>(
    'select address_book_version::float8 as version from connector.session where connection_id = $1',
    [connectionId],
  );
  return rows[0]?.version ?? undefined;
};

type Entry = {
  readonly jid: string;
  readonly number: string | null;
  readonly lid: string | null;
  readonly name: string;
};

/** Of each contact the last that is told. Who has no name there any more was taken out of the address book. */
const sorted = (contacts: readonly Contact[]) => {
  const kept = new Map<string, Entry>();
  const gone = new Set<string>();
  for (const contact of contacts) {
    const { id, name, username } = contact;
    const jid = storableJid(id);
    kept.delete(jid);
    gone.delete(jid);
    const saved = name && name !== username ? cleanText(name).trim() : '';
    if (saved === '') gone.add(jid);
    else kept.set(jid, { jid, ...whoIs(contact), name: saved });
  }
  return { kept: [...kept.values()], gone: [...gone] };
};

const whoIs = ({ id, lid, phoneNumber }: Contact): Pick<Entry, 'number' | 'lid'> => {
  const named = [id, lid, phoneNumber].flatMap(jid => (jid ? [storableJid(jid)] : []));
  const user = (server: string) => {
    const found = named.find(jid => jid.endsWith(server));
    return found === undefined ? null : userOf(found);
  };
  return { number: user('@s.whatsapp.net'), lid: user('@lid') };
};

const held = `with lease as (select ${heldBy('$1::uuid', '$2', '$3')} as held)`;
const store = `${held},
  kept as (
    insert into connector.address_book (connection_id, jid, number, lid, name)
    select $1, told.* from lease, unnest($4::text[], $5::text[], $6::text[], $7::text[]) told where held
    on conflict (connection_id, jid) do update
      set number = excluded.number, lid = excluded.lid, name = excluded.name),
  gone as (delete from connector.address_book using lease where held and connection_id = $1 and jid = any($8)),
  noted as (update connector.session set address_book_version = $9 from lease where held and connection_id = $1)
  select held from lease`;
/** No version that is ever read: as long as nothing else is stored, the next socket asks again. */
const noteEmpty = `${held},
  noted as (update connector.session set address_book_version = 0
    from lease where held and connection_id = $1 and address_book_version is null)
  select held from lease`;
const forget = `${held},
  gone as (delete from connector.address_book using lease where held and connection_id = $1),
  noted as (update connector.session set address_book_version = null from lease where held and connection_id = $1)
  select held from lease`;
