import type {
  AuthenticationCreds,
  SignalDataTypeMap,
  SignalKeyStore,
  SocketConfig,
} from '@whiskeysockets/baileys';
import * as baileys from '@whiskeysockets/baileys';
import { silentLogger } from '../../baileys.ts';
import { makeJournalingRepository } from '../signal-repository.ts';
import { trackStanzas } from '../stanza-tracker.ts';

type MakeRepository = SocketConfig['makeSignalRepository'];
type Repository = ReturnType<MakeRepository>;
type Session = Parameters<Repository['injectE2ESession']>[0]['session'];

/** What a person's device has stored, as JSON by 'type/id'. */
export type Stored = Map<string, string>;

export type Sealed = { readonly type: 'pkmsg' | 'msg'; readonly ciphertext: Uint8Array };

export type Person = {
  readonly jid: string;
  readonly creds: AuthenticationCreds;
  readonly stored: Stored;
};

/** The library's own repository, as it comes. */
export const asItComes: MakeRepository = (auth, logger, pnToLid) =>
  baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, pnToLid);

/** The connector's repository, for a device that receives no stanzas. */
export const journaling =
  (store: SignalKeyStore): MakeRepository =>
  (...given) =>
    makeJournalingRepository(baileys, trackStanzas(), { store, importsHistory: false })(...given);

/** A device that has talked to nobody yet. */
export const newPerson = (user: string): Person => {
  const creds = baileys.initAuthCreds();
  const jid = `${user}@lid`;
  creds.me = { id: `${user}@s.whatsapp.net`, lid: jid };
  return { jid, creds, stored: new Map() };
};

/** A device as it is after a start: it knows what is stored, and nothing else. */
export const startDevice = (
  { creds, stored }: Person,
  make: (store: SignalKeyStore) => MakeRepository,
): Repository => {
  const store = keyStore(stored);
  const keys = baileys.addTransactionCapability(store, silentLogger, {
    maxCommitRetries: 1,
    delayBetweenTriesMs: 0,
  });
  return make(store)({ creds, keys }, silentLogger, async () => []);
};

/** Keys that another device may open a session with, once. */
export const bundleOf = ({ creds, stored }: Person, id: number): Session => {
  const preKey = baileys.Curve.generateKeyPair();
  stored.set(`pre-key/${id}`, JSON.stringify(preKey, baileys.BufferJSON.replacer));
  const { keyId, keyPair, signature } = creds.signedPreKey;
  return {
    registrationId: creds.registrationId,
    identityKey: signalKey(creds.signedIdentityKey.public),
    signedPreKey: { keyId, publicKey: signalKey(keyPair.public), signature },
    preKey: { keyId: id, publicKey: signalKey(preKey.public) },
  };
};

const signalKey = (key: Uint8Array) => Buffer.from(baileys.generateSignalPubKey(key));

const keyStore = (stored: Stored): SignalKeyStore => ({
  get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[T] } = {};
    for (const id of ids) {
      const text = stored.get(`${type}/${id}`);
      if (text !== undefined) found[id] = JSON.parse(text, baileys.BufferJSON.reviver);
    }
    return found;
  },
  set(data) {
    for (const [type, values] of Object.entries(data)) {
      for (const [id, value] of Object.entries(values)) {
        if (value === null || value === undefined) stored.delete(`${type}/${id}`);
        else stored.set(`${type}/${id}`, JSON.stringify(value, baileys.BufferJSON.replacer));
      }
    }
  },
});
