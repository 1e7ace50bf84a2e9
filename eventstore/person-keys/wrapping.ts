import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** The master key is not the one that the keys in the database are wrapped under. */
export class WrongMasterKey extends Error {
  constructor() {
    super(
      'PERSONAL_KEY is not the key that the keys of people in this database are encrypted with: set the one of this installation.',
    );
    this.name = 'WrongMasterKey';
  }
}

const algorithm = 'aes-256-gcm';
const authTag = { authTagLength: 16 };

/** Wraps keys under a master key (32 bytes as base64) and opens them; each is bound to its name. */
export const createWrapping = (masterKey: string) => {
  const master = Buffer.from(masterKey, 'base64');
  if (master.length !== 32) throw new Error('the master key is not 32 bytes as base64');
  const wrappingKey = createSecretKey(
    Buffer.from(hkdfSync('sha256', master, '', 'balcao wrapping of person keys', 32)),
  );

  return {
    wrap: (name: string, key: Buffer): Buffer => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(algorithm, wrappingKey, nonce, authTag).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    /** Throws WrongMasterKey. */
    unwrap: (name: string, wrapped: Buffer): KeyObject => {
      try {
        const decipher = createDecipheriv(algorithm, wrappingKey, wrapped.subarray(0, 12), authTag)
          .setAAD(Buffer.from(name))
          .setAuthTag(wrapped.subarray(12, 28));
        return createSecretKey(Buffer.concat([decipher.update(wrapped.subarray(28)), decipher.final()]));
      } catch {
        throw new WrongMasterKey();
      }
    },
  };
};
export type Wrapping = ReturnType<typeof createWrapping>;
