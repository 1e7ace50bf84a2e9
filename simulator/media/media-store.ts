import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getMediaKeys, type MediaType } from '@whiskeysockets/baileys';
import sharp from 'sharp';

const MAC_BYTES = 10;

/** The part of a media message that says where its bytes are and how to open them. */
export type UploadedMedia = {
  url: string;
  mediaKey: Uint8Array;
  fileSha256: Uint8Array;
  fileEncSha256: Uint8Array;
  fileLength: number;
  mediaKeyTimestamp: number;
  /** Of pictures that can be read: phones tell it before anybody has fetched them. */
  width?: number;
  height?: number;
};

/** Encrypted files on disk, named by their hash. */
export class MediaStore {
  readonly #folder: string;
  /** Where contacts' media are downloaded from (plain http). */
  downloadUrl = '';
  /** host:port companions upload to (https). */
  uploadHost = '';

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Stores encrypted bytes and returns their path on this server. Idempotent. */
  async put(encrypted: Buffer): Promise<string> {
    const name = sha256(encrypted).toString('hex');
    const partial = join(this.#folder, `${name}.${randomBytes(4).toString('hex')}.part`);
    await writeFile(partial, encrypted);
    await rename(partial, join(this.#folder, name));
    return `/v/${name}`;
  }

  /** The encrypted bytes behind a path; undefined when there are none. */
  async get(path: string): Promise<Buffer | undefined> {
    const name = /^\/v\/([0-9a-f]{64})$/.exec(path)?.[1];
    if (!name) return undefined;
    return readFile(join(this.#folder, name)).catch(() => undefined);
  }

  /** Encrypts and stores a file as a contact's phone would. */
  async upload(plain: Buffer, kind: MediaType): Promise<UploadedMedia> {
    const mediaKey = randomBytes(32);
    const { iv, cipherKey, macKey } = await openingKeys(mediaKey, kind);
    const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    const mac = createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, MAC_BYTES);
    const encrypted = Buffer.concat([body, mac]);
    const path = await this.put(encrypted);
    return {
      url: `${this.downloadUrl}${path}`,
      mediaKey,
      fileSha256: sha256(plain),
      fileEncSha256: sha256(encrypted),
      fileLength: plain.length,
      mediaKeyTimestamp: Math.floor(Date.now() / 1000),
      ...(kind === 'image' ? await shapeOf(plain) : {}),
    };
  }

  /** Decrypts stored media; undefined when the file is not here. Throws when the key does not fit. */
  async open(path: string, mediaKey: Buffer, kind: MediaType): Promise<Buffer | undefined> {
    const encrypted = await this.get(path);
    if (!encrypted) return undefined;
    const { iv, cipherKey } = await openingKeys(mediaKey, kind);
    const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
    return Buffer.concat([decipher.update(encrypted.subarray(0, -MAC_BYTES)), decipher.final()]);
  }
}

async function shapeOf(plain: Buffer): Promise<{ width?: number; height?: number }> {
  const shape = await sharp(plain)
    .metadata()
    .catch(() => undefined);
  return shape ? { width: shape.autoOrient.width, height: shape.autoOrient.height } : {};
}

async function openingKeys(mediaKey: Buffer, kind: MediaType) {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, kind);
  if (!macKey) throw new Error(`no mac key for ${kind}`);
  return { iv, cipherKey, macKey };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
