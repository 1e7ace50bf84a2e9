import type { Row, Store } from './store.ts';

export type Prekey = { id: number; value: Uint8Array };

/** What a device tells about itself when it connects unregistered. */
export type Registration = {
  registration: number;
  identity: Uint8Array;
  signedPrekey: Prekey & { signature: Uint8Array };
};

/** A linked device of an account, as the server knows it. `jid` and `lid` carry the device number. */
export type Companion = Registration & {
  jid: string;
  lid: string;
  phone: string;
  device: number;
  keyIndex: number;
  noiseKey: Uint8Array;
};

/** The devices linked to account phones, and the prekeys they uploaded. */
export class Companions {
  readonly #store: Store;
  readonly #prekeyTaken: (jid: string) => void;

  constructor(store: Store, prekeyTaken: (jid: string) => void) {
    this.#store = store;
    this.#prekeyTaken = prekeyTaken;
  }

  add(companion: Companion): void {
    const { signedPrekey } = companion;
    this.#store.write(
      'insert into companion values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)',
      companion.jid,
      companion.lid,
      companion.phone,
      companion.device,
      companion.keyIndex,
      companion.noiseKey,
      companion.registration,
      companion.identity,
      signedPrekey.id,
      signedPrekey.value,
      signedPrekey.signature,
    );
  }

  /** Forgets a linked device and everything that waits for it. */
  remove(jid: string): void {
    this.#store.write('delete from companion_prekey where companion = ?', jid);
    this.#store.write('delete from queued where companion = ?', jid);
    this.#store.write('delete from companion where jid = ?', jid);
  }

  byJid(jid: string): Companion | undefined {
    const row = this.#store.one('select * from companion where jid = ? or lid = ?', jid, jid);
    return row ? toCompanion(row) : undefined;
  }

  ofPhone(number: string): Companion[] {
    return this.#store
      .all('select * from companion where phone = ? order by device', number)
      .map(toCompanion);
  }

  setKeys(jid: string, keys: Registration): void {
    this.#store.write(
      'update companion set registration = ?, identity = ?, signed_id = ?, signed_key = ?, signed_signature = ? where jid = ?',
      keys.registration,
      keys.identity,
      keys.signedPrekey.id,
      keys.signedPrekey.value,
      keys.signedPrekey.signature,
      jid,
    );
  }

  setSignedPrekey(jid: string, key: Registration['signedPrekey']): void {
    this.#store.write(
      'update companion set signed_id = ?, signed_key = ?, signed_signature = ? where jid = ?',
      key.id,
      key.value,
      key.signature,
      jid,
    );
  }

  hasHistory(jid: string): boolean {
    return this.#store.one('select has_history from companion where jid = ?', jid)?.has_history === 1;
  }

  markHistory(jid: string): void {
    this.#store.write('update companion set has_history = 1 where jid = ?', jid);
  }

  addPrekeys(jid: string, prekeys: Prekey[]): void {
    for (const { id, value } of prekeys) {
      this.#store.write('insert or replace into companion_prekey values (?, ?, ?)', jid, id, value);
    }
  }

  prekeyCount(jid: string): number {
    return Number(this.#store.one('select count(*) as n from companion_prekey where companion = ?', jid)?.n);
  }

  /** Hands out one prekey and forgets it: a prekey serves one session. */
  takePrekey(jid: string): Prekey | undefined {
    const row = this.#store.one(
      'select id, value from companion_prekey where companion = ? order by id limit 1',
      jid,
    );
    if (!row || !(row.value instanceof Uint8Array)) return undefined;
    this.#store.write('delete from companion_prekey where companion = ? and id = ?', jid, row.id ?? null);
    this.#prekeyTaken(jid);
    return { id: Number(row.id), value: row.value };
  }
}

function toCompanion(row: Row): Companion {
  return {
    jid: String(row.jid),
    lid: String(row.lid),
    phone: String(row.phone),
    device: Number(row.device),
    keyIndex: Number(row.key_index),
    noiseKey: bytes(row.noise_key),
    registration: Number(row.registration),
    identity: bytes(row.identity),
    signedPrekey: {
      id: Number(row.signed_id),
      value: bytes(row.signed_key),
      signature: bytes(row.signed_signature),
    },
  };
}

function bytes(value: Row[string] | undefined): Buffer {
  if (!(value instanceof Uint8Array)) throw new Error('expected bytes');
  return Buffer.from(value);
}
