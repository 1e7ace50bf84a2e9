import crypto, { type CipherKey, createSecretKey, type KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { createHmac, createCipheriv, createDecipheriv } = crypto;

/**
 * Lets Node take each key of bytes as the object that it makes of it anyway: asking whether bytes are such an object
 * costs it an exception within, two thirds of a short HMAC or cipher, and the WhatsApp library makes some twenty of
 * them a message. For the whole process; results and errors are Node's own. Doing it again changes nothing.
 */
export const wrapKeys = (): void => {
  Object.assign(crypto, {
    createHmac: (algorithm: string, key: CipherKey, options?: object) =>
      createHmac(algorithm, wrapped(key), options),
    createCipheriv: (algorithm: string, key: CipherKey, iv: Uint8Array | null, options?: object) =>
      createCipheriv(algorithm, wrapped(key), iv, options),
    createDecipheriv: (algorithm: string, key: CipherKey, iv: Uint8Array | null, options?: object) =>
      createDecipheriv(algorithm, wrapped(key), iv, options),
  });
  syncBuiltinESMExports();
};

const wrapped = (key: CipherKey): CipherKey | KeyObject =>
  key instanceof Uint8Array ? createSecretKey(key) : key;
