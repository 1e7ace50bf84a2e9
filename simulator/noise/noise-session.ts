import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from '@whiskeysockets/baileys';
import type { ServerCertificate } from './certificate-chain.ts';
import { FrameReader, frame } from './frames.ts';

const NOTHING: Buffer = Buffer.alloc(0);

export type NoiseEvents = {
  write(bytes: Buffer): void;
  /** Called once, when the handshake is complete. */
  onClientPayload(payload: proto.ClientPayload, clientStaticKey: Buffer): void | Promise<void>;
  onFrame(plain: Buffer): void | Promise<void>;
};

/** Server side of Noise_XX_25519_AESGCM_SHA256: intro, three handshake messages, then sealed frames. */
export class NoiseSession {
  readonly #certificate: ServerCertificate;
  readonly #events: NoiseEvents;
  readonly #reader = new FrameReader();
  readonly #ephemeral: KeyPair = Curve.generateKeyPair();
  #awaiting: 'intro' | 'hello' | 'finish' | 'frames' = 'intro';
  #hash: Buffer;
  #salt: Buffer;
  #key: Buffer;
  #counter = 0;
  #read = { key: NOTHING, counter: 0 };
  #write = { key: NOTHING, counter: 0 };

  constructor(certificate: ServerCertificate, events: NoiseEvents) {
    this.#certificate = certificate;
    this.#events = events;
    this.#hash = Buffer.from(NOISE_MODE);
    this.#salt = this.#hash;
    this.#key = this.#hash;
  }

  /** Feeds socket bytes; throws when the client does not speak the protocol. */
  async push(chunk: Buffer): Promise<void> {
    this.#reader.push(chunk);
    if (this.#awaiting === 'intro' && !this.#readIntro()) return;
    for (let bytes = this.#reader.takeFrame(); bytes; bytes = this.#reader.takeFrame()) {
      if (this.#awaiting === 'hello') this.#answerHello(bytes);
      else if (this.#awaiting === 'finish') await this.#acceptFinish(bytes);
      else await this.#events.onFrame(this.#openFrame(bytes));
    }
  }

  /** Seals one frame and writes it; frames count, so call order is wire order. */
  sendFrame(plain: Uint8Array): void {
    if (this.#awaiting !== 'frames') return;
    this.#events.write(frame(aesEncryptGCM(plain, this.#write.key, nonce(this.#write.counter++), NOTHING)));
  }

  #readIntro(): boolean {
    const intro = this.#reader.takeIntro();
    if (!intro) return false;
    if (!intro.equals(NOISE_WA_HEADER)) throw new Error(`unknown intro ${intro.toString('hex')}`);
    this.#mixHash(intro);
    this.#awaiting = 'hello';
    return true;
  }

  #answerHello(bytes: Buffer): void {
    const clientEphemeral = required(
      proto.HandshakeMessage.decode(bytes).clientHello?.ephemeral,
      'ephemeral',
    );
    this.#mixHash(clientEphemeral);
    this.#mixHash(this.#ephemeral.public);
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, clientEphemeral));
    const sealedStatic = this.#seal(this.#certificate.staticKey.public);
    this.#mixKey(Curve.sharedKey(this.#certificate.staticKey.private, clientEphemeral));
    const serverHello = {
      ephemeral: this.#ephemeral.public,
      static: sealedStatic,
      payload: this.#seal(this.#certificate.chain),
    };
    this.#awaiting = 'finish';
    this.#events.write(frame(proto.HandshakeMessage.encode({ serverHello }).finish()));
  }

  async #acceptFinish(bytes: Buffer): Promise<void> {
    const finish = proto.HandshakeMessage.decode(bytes).clientFinish;
    const clientStatic = this.#open(required(finish?.static, 'static key'));
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, clientStatic));
    const payload = proto.ClientPayload.decode(this.#open(required(finish?.payload, 'client payload')));
    const [clientWrites, clientReads] = this.#derive(NOTHING);
    this.#read = { key: clientWrites, counter: 0 };
    this.#write = { key: clientReads, counter: 0 };
    this.#awaiting = 'frames';
    await this.#events.onClientPayload(payload, clientStatic);
  }

  #openFrame(bytes: Buffer): Buffer {
    return aesDecryptGCM(bytes, this.#read.key, nonce(this.#read.counter++), NOTHING);
  }

  #seal(plain: Uint8Array): Buffer {
    const sealed = aesEncryptGCM(plain, this.#key, nonce(this.#counter++), this.#hash);
    this.#mixHash(sealed);
    return sealed;
  }

  #open(sealed: Uint8Array): Buffer {
    const plain = aesDecryptGCM(sealed, this.#key, nonce(this.#counter++), this.#hash);
    this.#mixHash(sealed);
    return plain;
  }

  #mixHash(data: Uint8Array): void {
    this.#hash = sha256(Buffer.concat([this.#hash, data]));
  }

  #mixKey(secret: Uint8Array): void {
    [this.#salt, this.#key] = this.#derive(secret);
    this.#counter = 0;
  }

  #derive(secret: Uint8Array): [Buffer, Buffer] {
    const bytes = Buffer.from(hkdf(Buffer.from(secret), 64, { salt: this.#salt, info: '' }));
    return [bytes.subarray(0, 32), bytes.subarray(32)];
  }
}

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(counter, 8);
  return bytes;
}

function required(bytes: Uint8Array | null | undefined, what: string): Buffer {
  if (!bytes) throw new Error(`handshake without ${what}`);
  return Buffer.from(bytes);
}
