import { randomBytes } from 'node:crypto';
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  Curve,
  derivePairingCodeKey,
  hkdf,
  type KeyPair,
} from '@whiskeysockets/baileys';

const SALT = 32;
const IV = 16;
const KEY = 32;
const NONCE = 12;
const NOTHING = Buffer.alloc(0);

/** Wraps a public key so that only who knows the code can read it: salt, iv, ciphertext. */
export async function wrapWithCode(publicKey: Uint8Array, code: string): Promise<Buffer> {
  const salt = randomBytes(SALT);
  const iv = randomBytes(IV);
  const key = await derivePairingCodeKey(code, salt);
  return Buffer.concat([salt, iv, aesEncryptCTR(publicKey, key, iv)]);
}

/** Opens a wrapped public key. A wrong code is not noticed here: it gives another key. */
export async function unwrapWithCode(wrapped: Buffer, code: string): Promise<Buffer> {
  const key = await derivePairingCodeKey(code, wrapped.subarray(0, SALT));
  return aesDecryptCTR(wrapped.subarray(SALT + IV, SALT + IV + KEY), key, wrapped.subarray(SALT, SALT + IV));
}

/** What the phone knows when the device has answered: its own keys and the device's ephemeral key. */
export type LinkingKeys = { ephemeral: KeyPair; identity: KeyPair; companionEphemeral: Uint8Array };

/**
 * Opens the device's key bundle and derives the secret that vouches for the pairing. Throws when the code
 * was wrong or the bundle names other identities than those of this phone and this device.
 */
export function openKeyBundle(wrapped: Buffer, companionIdentity: Uint8Array, keys: LinkingKeys): Buffer {
  const shared = Curve.sharedKey(keys.ephemeral.private, keys.companionEphemeral);
  const bundleKey = hkdf(shared, KEY, {
    salt: wrapped.subarray(0, SALT),
    info: 'link_code_pairing_key_bundle_encryption_key',
  });
  const nonce = wrapped.subarray(SALT, SALT + NONCE);
  const bundle = aesDecryptGCM(wrapped.subarray(SALT + NONCE), Buffer.from(bundleKey), nonce, NOTHING);
  const [device, phone, random] = [0, 1, 2].map(part => bundle.subarray(part * KEY, (part + 1) * KEY));
  if (!device?.equals(companionIdentity) || !phone?.equals(keys.identity.public) || !random) {
    throw new Error('the key bundle names other identities');
  }
  const identityShared = Curve.sharedKey(keys.identity.private, companionIdentity);
  return Buffer.from(hkdf(Buffer.concat([shared, identityShared, random]), KEY, { info: 'adv_secret' }));
}
