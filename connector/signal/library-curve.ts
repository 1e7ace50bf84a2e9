import { createRequire } from 'node:module';

/** What the WhatsApp library's signatures end in: they are read from here at each call. */
export type LibraryCurve = {
  sign: (privateKey: Uint8Array, message: Uint8Array) => Uint8Array;
  verify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
};

/**
 * The curve of the Signal library that the WhatsApp library uses, wherever npm has put it. Throws where a newer
 * version has no such curve any more.
 */
export const libraryCurve = (): LibraryCurve => {
  const here = createRequire(import.meta.url);
  const whatsapp = createRequire(here.resolve('@whiskeysockets/baileys'));
  const signal = createRequire(whatsapp.resolve('libsignal'));
  const curve: LibraryCurve = signal('curve25519-js');
  if (typeof curve.sign !== 'function' || typeof curve.verify !== 'function')
    throw new Error('the Signal library keeps its signatures elsewhere');
  return curve;
};
