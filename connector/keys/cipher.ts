import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

/** Seals text for storage. What it sealed opens only under the same key and the same name of place. */
export type Cipher = {
  readonly seal: (text: string | Uint8Array, place: string) => Buffer;
  readonly open: (sealed: Uint8Array, place: string) => Buffer;
};

const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a fresh nonce for each value. `key` is 32 bytes as base64; `place` (which row) is
 * authenticated, so that values cannot be swapped between rows.
 */
export const createCipher = (key: string): Cipher => {
  const secret = createSecretKey(key, 'base64');
  return {
    seal: (text, place) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([
        typeof text === 'string' ? cipher.update(text, 'utf8') : cipher.update(text),
        cipher.final(),
      ]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, place) => {
      const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    },
  };
};
