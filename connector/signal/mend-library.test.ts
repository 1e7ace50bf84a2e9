import { createRequire } from 'node:module';
import * as baileys from '@whiskeysockets/baileys';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadBaileys } from '../baileys.ts';
import { type LibraryCurve, libraryCurve } from './library-curve.ts';
import { sign, verify } from './xeddsa.ts';

const library: LibraryCurve = { ...libraryCurve() };
const calls = { sign: 0, verify: 0 };

/** What the library is built of, as it is loaded: before it is mended. */
const signal: { readonly curve: { verifySignature: (...bytes: readonly Buffer[]) => boolean } } =
  createRequire(createRequire(import.meta.url).resolve('@whiskeysockets/baileys'))('libsignal');

describe('the WhatsApp library, once it is loaded for the connector', () => {
  beforeAll(async () => {
    await loadBaileys();
    const mended = libraryCurve();
    expect([mended.sign, mended.verify]).toEqual([sign, verify]);
    const counted: LibraryCurve = {
      sign: (...given) => {
        calls.sign += 1;
        return sign(...given);
      },
      verify: (...given) => {
        calls.verify += 1;
        return verify(...given);
      },
    };
    Object.assign(mended, counted);
  });

  it('signs and checks by the faster code, also where it was loaded before', () => {
    const { Curve } = baileys;
    const pair = Curve.generateKeyPair();
    const message = Buffer.from('bom dia');
    const signature = Curve.sign(pair.private, message);
    const publicKey = Buffer.from(baileys.generateSignalPubKey(pair.public));
    expect(library.verify(pair.public, message, signature)).toBe(true);
    expect(signal.curve.verifySignature(publicKey, message, Buffer.from(signature))).toBe(true);
    expect(signal.curve.verifySignature(publicKey, Buffer.from('boa noite'), Buffer.from(signature))).toBe(
      false,
    );
    expect(calls).toEqual({ sign: 1, verify: 2 });
  });

  it('still refuses keys with another prefix and of other lengths before they are looked at', () => {
    const [message, signature] = [Buffer.from('bom dia'), Buffer.alloc(64)];
    for (const key of [Buffer.alloc(33, 6), Buffer.alloc(31), Buffer.alloc(34, 5)])
      expect(() => signal.curve.verifySignature(key, message, signature)).toThrow('Invalid public key');
  });
});
