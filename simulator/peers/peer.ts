import {
  type BinaryNode,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeBigEndian,
  encodeWAMessage,
  generateSignalPubKey,
  jidEncode,
  KEY_BUNDLE_TYPE,
  proto,
  type SignalCreds,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
} from '@whiskeysockets/baileys';
import type { Companion, Companions } from '../state/companions.ts';
import type { Store } from '../state/store.ts';
import type { GroupOpenings } from './group-openings.ts';
import { PeerKeys } from './peer-keys.ts';
import { silentLogger } from './silent-logger.ts';

export type Sealed = { type: 'pkmsg' | 'msg' | 'skmsg'; ciphertext: Uint8Array };
export type SignalSession = Parameters<SignalRepositoryWithLIDStore['injectE2ESession']>[0]['session'];

export type PeerDependencies = { store: Store; companions: Companions; openings: GroupOpenings };

/** Whose device this is; device 0 is the phone. */
export type PeerAddress = { number: string; lid: string; device: number };

export type PeerKeyring = { identity: SignalCreds; nextPrekeyId: () => number };

/** A person's phone or linked device with its real Signal sessions. */
export class Peer {
  readonly number: string;
  readonly device: number;
  /** Its own name in the LID world, with the device number unless it is the phone. */
  readonly lidJid: string;
  readonly identity: SignalCreds;
  readonly #nextPrekeyId: () => number;
  readonly #companions: Companions;
  readonly #openings: GroupOpenings;
  readonly #keys: PeerKeys;
  readonly #signal: SignalRepositoryWithLIDStore;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(
    { number, lid, device }: PeerAddress,
    { identity, nextPrekeyId }: PeerKeyring,
    { store, companions, openings }: PeerDependencies,
  ) {
    this.number = number;
    this.device = device;
    this.lidJid = jidEncode(lid, 'lid', device);
    this.identity = identity;
    this.#nextPrekeyId = nextPrekeyId;
    this.#companions = companions;
    this.#openings = openings;
    this.#keys = new PeerKeys(store, device === 0 ? number : `${number}:${device}`);
    const auth = { creds: this.identity, keys: this.#keys };
    this.#signal = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, silentLogger, async () => []);
  }

  /**
   * Runs cryptographic `work` alone on this phone, then `effect` and the saving of the ratchet in the same
   * turn, so that both are stored or neither is. A failing `work` leaves the ratchet as it was.
   */
  exchange<R, E>(work: () => Promise<R>, effect: (result: R) => E): Promise<E> {
    const run = async () => {
      try {
        const result = await work();
        this.#keys.commit();
        return effect(result);
      } catch (error) {
        this.#keys.discard();
        throw error;
      }
    };
    const done = this.#busy.then(run);
    this.#busy = done.catch(() => undefined);
    return done;
  }

  /** The key bundle the server hands to a device that wants a session with this phone. */
  bundle(jid: string): BinaryNode {
    const prekey = Curve.generateKeyPair();
    const prekeyId = this.#nextPrekeyId();
    this.#keys.putPrekey(prekeyId, prekey);
    const { keyId, keyPair, signature } = this.identity.signedPreKey;
    return keyBundle(jid, {
      registration: this.identity.registrationId,
      identity: this.identity.signedIdentityKey.public,
      signedPrekey: { id: keyId, value: keyPair.public, signature },
      prekey: { id: prekeyId, value: prekey.public },
    });
  }

  /** Encrypts for a companion, opening a session from its uploaded keys when there is none or `fresh` is set. */
  async seal(companion: Companion, message: proto.IMessage, fresh = false): Promise<Sealed> {
    if (fresh || !this.#hasSession(companion))
      await this.openSession(companion, this.#sessionOffer(companion));
    return this.#signal.encryptMessage({ jid: companion.lid, data: encodeWAMessage(message) });
  }

  async openSession(companion: Companion, session: SignalSession): Promise<void> {
    await this.#signal.injectE2ESession({ jid: companion.lid, session });
  }

  async unseal(companion: Companion, enc: BinaryNode): Promise<proto.Message> {
    const type = enc.attrs.type === 'pkmsg' ? 'pkmsg' : 'msg';
    const plain = await this.#signal.decryptMessage({ jid: companion.lid, type, ciphertext: bytesOf(enc) });
    const message = proto.Message.decode(unpadRandomMax16(plain));
    const distribution = message.senderKeyDistributionMessage;
    if (distribution) {
      await this.#signal.processSenderKeyDistributionMessage({
        authorJid: companion.lid,
        item: distribution,
      });
    }
    return message;
  }

  /** Encrypts for a group; `introductions` are sealed sender keys for the companions that lack it. */
  async sealForGroup(group: string, message: proto.IMessage, companions: Companion[]): Promise<GroupSealed> {
    const { ciphertext, senderKeyDistributionMessage } = await this.#signal.encryptGroupMessage({
      group,
      meId: this.lidJid,
      data: encodeWAMessage(message),
    });
    const knows = this.#keys.get('sender-key-memory', [group])[group] ?? {};
    const introductions = new Map<string, Sealed>();
    for (const companion of companions.filter(each => !knows[each.lid])) {
      const distribution = {
        groupId: group,
        axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage,
      };
      introductions.set(
        companion.jid,
        await this.seal(companion, { senderKeyDistributionMessage: distribution }),
      );
      knows[companion.lid] = true;
    }
    this.#keys.set({ 'sender-key-memory': { [group]: knows } });
    return { sealed: { type: 'skmsg', ciphertext }, introductions };
  }

  /** The next message to the group comes with a new sender key. */
  async forgetSenderKey(group: string): Promise<void> {
    const name = this.#senderKeyName(group, this.lidJid);
    await this.exchange(
      async () => this.#keys.set({ 'sender-key-memory': { [group]: null }, 'sender-key': { [name]: null } }),
      () => undefined,
    );
  }

  async unsealFromGroup(group: string, companion: Companion, enc: BinaryNode): Promise<proto.IMessage> {
    const name = this.#senderKeyName(group, companion.lid);
    const [record, ciphertext] = [this.#keys.text('sender-key', name), bytesOf(enc)];
    const known = record && this.#openings.find(record, ciphertext);
    if (known) {
      this.#keys.putText('sender-key', name, known.record);
      return known.message;
    }
    const msg = { group, authorJid: companion.lid, msg: ciphertext };
    const message = proto.Message.decode(unpadRandomMax16(await this.#signal.decryptGroupMessage(msg)));
    const after = this.#keys.onlyStaged('sender-key', name);
    if (record && after) this.#openings.note(record, ciphertext, { message, record: after });
    return message;
  }

  #senderKeyName(group: string, authorJid: string): string {
    return `${group}::${this.#signal.jidToSignalProtocolAddress(authorJid).replace('.', '::')}`;
  }

  #hasSession(companion: Companion): boolean {
    const address = this.#signal.jidToSignalProtocolAddress(companion.lid);
    return address in this.#keys.get('session', [address]);
  }

  #sessionOffer(companion: Companion): SignalSession {
    const prekey = this.#companions.takePrekey(companion.jid);
    const { signedPrekey } = companion;
    return {
      registrationId: companion.registration,
      identityKey: signalKey(companion.identity),
      signedPreKey: {
        keyId: signedPrekey.id,
        publicKey: signalKey(signedPrekey.value),
        signature: signedPrekey.signature,
      },
      ...(prekey ? { preKey: { keyId: prekey.id, publicKey: signalKey(prekey.value) } } : {}),
    };
  }
}

export type GroupSealed = { sealed: Sealed; introductions: Map<string, Sealed> };

type KeyBundle = {
  registration: number;
  identity: Uint8Array;
  signedPrekey: { id: number; value: Uint8Array; signature: Uint8Array };
  prekey: { id: number; value: Uint8Array } | undefined;
};

/** A device's keys as one `user` element of the answer to "get keys". */
export function keyBundle(jid: string, keys: KeyBundle): BinaryNode {
  const leaf = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content });
  const { signedPrekey, prekey } = keys;
  return {
    tag: 'user',
    attrs: { jid },
    content: [
      leaf('registration', encodeBigEndian(keys.registration)),
      leaf('type', KEY_BUNDLE_TYPE),
      leaf('identity', keys.identity),
      {
        tag: 'skey',
        attrs: {},
        content: [
          leaf('id', encodeBigEndian(signedPrekey.id, 3)),
          leaf('value', signedPrekey.value),
          leaf('signature', signedPrekey.signature),
        ],
      },
      ...(prekey
        ? [
            {
              tag: 'key',
              attrs: {},
              content: [leaf('id', encodeBigEndian(prekey.id, 3)), leaf('value', prekey.value)],
            },
          ]
        : []),
    ],
  };
}

function signalKey(publicKey: Uint8Array): Buffer {
  return Buffer.from(generateSignalPubKey(publicKey));
}

function bytesOf(enc: BinaryNode): Buffer {
  if (!(enc.content instanceof Uint8Array)) throw new Error('enc without ciphertext');
  return Buffer.from(enc.content);
}
