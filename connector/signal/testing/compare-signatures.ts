import { createHash } from 'node:crypto';
import { x25519 } from '@noble/curves/ed25519.js';
import type { LibraryCurve } from '../library-curve.ts';

/** Bytes that look random and are the same for the same seed. */
export const seededBytes = (seed: string, length: number): Uint8Array =>
  createHash('shake256', { outputLength: Math.max(length, 1) })
    .update(seed)
    .digest()
    .subarray(0, length);

export const withBit = (bytes: Uint8Array, bit: number): Uint8Array => {
  const spoilt = Uint8Array.from(bytes);
  spoilt[bit >> 3] = (spoilt[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return spoilt;
};

export type Signed = {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
};

/** A key pair and a message of up to 500 bytes. */
export const seededPair = (seed: string): Signed => {
  const privateKey = seededBytes(`${seed} key`, 32);
  const length = Buffer.from(seededBytes(`${seed} length`, 2)).readUInt16LE() % 501;
  return {
    privateKey,
    publicKey: x25519.getPublicKey(privateKey),
    message: seededBytes(`${seed} message`, length),
  };
};

/**
 * What one curve does otherwise than another with a pair: the signature's bytes, the verdict on it, and the verdicts
 * on one bit spoilt, which is of the signature, the message and the key by turns.
 */
export const differences = (seed: string, one: LibraryCurve, other: LibraryCurve): string[] => {
  const { privateKey, publicKey, message } = seededPair(seed);
  const signature = one.sign(privateKey, message);
  const found: string[] = [];
  if (Buffer.compare(signature, other.sign(privateKey, message)) !== 0) found.push(`${seed}: signature`);
  const bit = Buffer.from(seededBytes(`${seed} bit`, 4)).readUInt32LE();
  const parts = [signature, publicKey, ...(message.length > 0 ? [message] : [])];
  const part = parts[(bit >> 16) % parts.length] ?? signature;
  const spoilt = withBit(part, bit % (part.length * 8));
  const either = (each: Uint8Array) => (each === part ? spoilt : each);
  const verdicts = (curve: LibraryCurve) => [
    curve.verify(publicKey, message, signature),
    curve.verify(either(publicKey), either(message), either(signature)),
  ];
  const [right, wrong] = verdicts(one);
  const [otherRight, otherWrong] = verdicts(other);
  if (!right || !otherRight) found.push(`${seed}: refused`);
  if (wrong !== otherWrong) found.push(`${seed}: spoilt ${bit}: ${wrong}, ${otherWrong}`);
  return found;
};
