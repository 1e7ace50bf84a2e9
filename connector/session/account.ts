import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Baileys } from '../baileys.ts';
import type { JournalRow } from '../inbound/journal-entry.ts';
import type { Cipher } from '../keys/cipher.ts';
import { type Credentials, openCredentials } from '../keys/credentials.ts';
import { type KeyCache, type KeyStore, openKeyStore } from '../keys/key-store.ts';
import { persistently } from '../retry.ts';
import { type AddressBook, openAddressBook } from './address-book.ts';
import type { FencingToken } from './leases.ts';
import { importsHistory, pairingNumber } from './session-rows.ts';

/** What one socket runs on. The next socket opens its own, from what this one has stored. */
export type Account = {
  readonly credentials: Credentials;
  readonly keys: KeyStore;
  readonly addressBook: AddressBook;
  /** The phone that a code to type was asked for; null when the connection pairs by QR code. */
  readonly pairingNumber: string | null;
  /** Whether what its phone tells of older messages is wanted. */
  readonly importsHistory: boolean;
  /** Refuses further writes; resolves when all is stored, rejects when the credentials are not. */
  readonly close: () => Promise<void>;
};

type Dependencies = {
  readonly pool: Pool;
  readonly cipher: Cipher;
  readonly cache: KeyCache;
  readonly baileys: Baileys;
  readonly fencing: FencingToken;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly onJournalled: (rows: readonly JournalRow[]) => void;
  readonly onLeaseLost: () => void;
};

/** Opens an account's credentials and keys: fresh ones when it is not paired. Waits for Postgres. */
export const openAccount = async (connectionId: string, dependencies: Dependencies): Promise<Account> => {
  const { pool, signal } = dependencies;
  const credentials = await persistently(() => openCredentials(connectionId, dependencies), { signal });
  const number = await persistently(() => pairingNumber(pool, connectionId), { signal });
  const wantsHistory = await persistently(() => importsHistory(pool, connectionId), { signal });
  const stored = openKeyStore(connectionId, { ...dependencies, credentialsStored: credentials.flush });
  const book = { ...dependencies, credentials, keys: stored };
  const addressBook = await persistently(() => openAddressBook(connectionId, book), { signal });
  const { keys } = addressBook;
  return {
    ...{ credentials, keys, addressBook, pairingNumber: number, importsHistory: wantsHistory },
    close: async () => {
      addressBook.close();
      await keys.close();
      await credentials.close();
    },
  };
};
