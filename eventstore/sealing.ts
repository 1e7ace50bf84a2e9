import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Keys } from './person-keys.ts';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
const authTag = { authTagLength: tagLength };

const random = Buffer.alloc(nonceLength * 512);
let used = random.length;

/** Random bytes are fetched for many nonces at once: each fetch costs as much as the encryption itself. */
const newNonce = (): Buffer => {
  if (used >= random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += nonceLength;
  return random.subarray(used - nonceLength, used);
};

/** AES-256-GCM: nonce, tag and ciphertext as base64. `context` must be the same when it is opened. */
export const seal = (key: KeyObject, text: string, context: string): string => {
  const nonce = newNonce();
  const cipher = createCipheriv(algorithm, key, nonce, authTag);
  cipher.setAAD(Buffer.from(context));
  const sealed = cipher.update(text, 'utf8');
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
};

/** Throws when the key, the context or a bit of what was sealed is another one. */
export const unseal = (key: KeyObject, sealed: string, context: string): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), authTag);
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const opened = decipher.update(bytes.subarray(nonceLength + tagLength));
  decipher.final();
  return opened.toString('utf8');
};

type Joint = { readonly parts: readonly KeyObject[]; readonly key: KeyObject };

/**
 * One key out of those of several people, by HKDF over all of them: without any one of them it cannot be made.
 * `undefined` when a key was destroyed, 'unknown' when there never was one.
 */
export const createJointKeys = (max = 2_000) => {
  const cache = new LRUCache<string, Joint>({ max });

  return (keys: Keys, persons: readonly string[]): KeyObject | undefined | 'unknown' => {
    const [first] = persons;
    if (first === undefined) return 'unknown';
    if (persons.length === 1) return keys.get(first) ?? (keys.has(first) ? undefined : 'unknown');
    if (!persons.every(person => keys.has(person))) return 'unknown';
    const parts = persons.flatMap(person => keys.get(person) ?? []);
    if (parts.length < persons.length) return undefined;
    const name = persons.join(' ');
    const known = cache.get(name);
    if (known && parts.every((part, index) => part === known.parts[index])) return known.key;
    const material = Buffer.concat(parts.map(part => part.export()));
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', material, '', `balcao event ${name}`, 32)));
    cache.set(name, { parts, key });
    return key;
  };
};
