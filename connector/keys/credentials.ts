import type { AuthenticationCreds } from '@whiskeysockets/baileys';
import type { Pool } from 'pg';
import type { Baileys } from '../baileys.ts';
import { heldBy, LeaseLost } from '../session/leases.ts';
import type { Cipher } from './cipher.ts';
import type { KeyCache } from './key-store.ts';

export type Credentials = {
  readonly creds: AuthenticationCreds;
  /** Stores the credentials as they are now. Saves never overtake each other; several asked at once are one. */
  readonly save: () => void;
  /** Resolves when everything asked before is stored; rejects when it could not be. */
  readonly flush: () => Promise<void>;
};

type Dependencies = {
  readonly pool: Pool;
  readonly cipher: Cipher;
  readonly baileys: Baileys;
  /** Who must hold the account's lease for a save to be written; else it rejects with LeaseLost. */
  readonly holder: string;
};

/** The account's credentials, or fresh ones that are not paired yet. */
export const openCredentials = async (account: string, dependencies: Dependencies): Promise<Credentials> => {
  const { pool, cipher, baileys, holder } = dependencies;
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
  let running: Promise<void> | undefined;
  const write = async () => {
    while (dirty) {
      dirty = false;
      try {
        const value = cipher.seal(JSON.stringify(creds, baileys.BufferJSON.replacer), place);
        const { rowCount } = await pool.query(
          `insert into connector.wa_creds (account, value)
           select $1::uuid, $2::bytea where ${heldBy('$1::uuid', '$3')}
           on conflict (account) do update set value = excluded.value, updated_at = now()`,
          [account, value, holder],
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
    save: () => {
      dirty = true;
      flush().catch(() => undefined);
    },
  };
};

/** Forgets an account's pairing: credentials and all keys. */
export const wipeAccount = async (account: string, pool: Pool, cache: KeyCache): Promise<void> => {
  await pool.query(
    `with creds as (delete from connector.wa_creds where account = $1)
     delete from connector.wa_key where account = $1`,
    [account],
  );
  for (const key of [...cache.keys()]) if (key.startsWith(`${account}/`)) cache.delete(key);
};
