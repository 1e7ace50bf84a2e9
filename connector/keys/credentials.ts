import type { AuthenticationCreds } from '@whiskeysockets/baileys';
import type { Pool } from 'pg';
import type { Baileys } from '../baileys.ts';
import { type FencingToken, heldBy, LeaseLost } from '../session/leases.ts';
import type { Cipher } from './cipher.ts';
import type { KeyCache } from './key-store.ts';

export type Credentials = {
  readonly creds: AuthenticationCreds;
  /** Stores the credentials as they are now. Saves never overtake each other; several asked at once are one. */
  readonly save: () => void;
  /** Resolves when everything asked before is stored; rejects when it could not be. */
  readonly flush: () => Promise<void>;
  /**
   * Like `flush`, and nothing asked later is stored: a socket goes on telling of its account for a moment after its
   * end, and would put back what is forgotten by then. Rejects when something is not stored; ask again.
   */
  readonly close: () => Promise<void>;
};

type Dependencies = {
  readonly pool: Pool;
  readonly cipher: Cipher;
  readonly baileys: Baileys;
  /** What must be the account's newest for a save to be written; else it rejects with LeaseLost. */
  readonly fencing: FencingToken;
};

/** The account's credentials, or fresh ones that are not paired yet. */
export const openCredentials = async (account: string, dependencies: Dependencies): Promise<Credentials> => {
  const { pool, cipher, baileys, fencing } = dependencies;
  const place = `${account}/creds`;
  const { rows } = await pool.query<{ value: Buffer }>(
    'select value from connector.wa_creds where account = $1',
    [account],
  );
  const stored = rows[0] && cipher.open(rows[0].value, place).toString();
  const creds: AuthenticationCreds = stored
    ? JSON.parse(stored, baileys.BufferJSON.reviver)
    : baileys.initAuthCreds();

  let dirty = false;
  let isClosed = false;
  let running: Promise<void> | undefined;
  const write = async () => {
    while (dirty) {
      dirty = false;
      try {
        const value = cipher.seal(JSON.stringify(creds, baileys.BufferJSON.replacer), place);
        const { rowCount } = await pool.query(
          `insert into connector.wa_creds (account, value)
           select $1::uuid, $2::bytea where ${heldBy('$1::uuid', '$3', '$4')}
           on conflict (account) do update set value = excluded.value, updated_at = now()`,
          [account, value, fencing.holder, fencing.epoch],
        );
        if (rowCount === 0) throw new LeaseLost();
      } catch (error) {
        dirty = true;
        throw error;
      }
    }
  };
  const flush = async (): Promise<void> => {
    running ??= write().finally(() => {
      running = undefined;
    });
    await running;
    if (dirty) await flush();
  };
  return {
    creds,
    flush,
    close: () => {
      isClosed = true;
      return flush();
    },
    save: () => {
      if (isClosed) return;
      dirty = true;
      flush().catch(() => undefined);
    },
  };
};

type Wiping = { readonly pool: Pool; readonly cache: KeyCache; readonly fencing: FencingToken };

/** Forgets an account's pairing: credentials, all keys and its phone's address book. Throws LeaseLost when another holds the account. */
export const wipeAccount = async (account: string, { pool, cache, fencing }: Wiping): Promise<void> => {
  const { rows } = await pool.query<{ held: boolean }>(
    `with lease as (select ${heldBy('$1::uuid', '$2', '$3')} as held),
       creds as (delete from connector.wa_creds using lease where held and account = $1),
       keys as (delete from connector.wa_key using lease where held and account = $1),
       book as (delete from connector.address_book using lease where held and connection_id = $1),
       session as (
         update connector.session set address_book_version = null from lease where held and connection_id = $1)
     select held from lease`,
    [account, fencing.holder, fencing.epoch],
  );
  if (!rows[0]?.held) throw new LeaseLost();
  for (const key of [...cache.keys()]) if (key.startsWith(`${account}/`)) cache.delete(key);
};
