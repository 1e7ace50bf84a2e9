import { createHash, createPublicKey, type KeyObject, verify as verifyEd25519 } from 'node:crypto';
import { isUint8Array } from 'node:util/types';
import { ed25519 } from '@noble/curves/ed25519.js';
import { LRUCache } from 'lru-cache';

/*
 * Signatures of Signal (XEdDSA with the sign of the key in the signature's last bit), as curve25519-js makes and
 * checks them, faster: a test holds both side by side. See docs/adr/0017.
 */

const { Point } = ed25519;
const { Fp, Fn } = Point;

const signBit = 0x80;

/**
 * Signs as curve25519-js does, byte for byte. Both multiplications go through the same steps whatever the secret
 * is, as far as big integers of JavaScript allow. Throws a TypeError for anything but bytes.
 */
export const sign = (privateKey: Uint8Array, message: Uint8Array): Uint8Array => {
  demandBytes(privateKey, message);
  if (privateKey.length !== 32) throw new Error('wrong secret key length');
  const secret = clamped(privateKey);
  const scalar = Fn.create(numberOf(secret));
  const publicKey = publicKeyOf(secret, scalar);
  const nonce = hashed(secret, message);
  const commitment = Point.BASE.multiply(nonce).toBytes();
  const response = Fn.add(nonce, Fn.mul(hashed(commitment, publicKey, message), scalar));
  const signature = Buffer.concat([commitment, Fn.toBytes(response)]);
  signature[63] = byteAt(signature, 63) | (byteAt(publicKey, 31) & signBit);
  return signature;
};

/**
 * Whether a signature is that of a Montgomery key (32 bytes). Refuses what curve25519-js refuses, and beyond that what
 * nobody who holds a secret makes: a response that is not reduced, a key or commitment of small order.
 */
export const verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
  demandBytes(message, signature, publicKey);
  if (signature.length !== 64) throw new Error('wrong signature length');
  if (publicKey.length !== 32) throw new Error('wrong public key length');
  const plain = Buffer.from(signature);
  const sign = byteAt(plain, 63) & signBit;
  plain[63] = byteAt(plain, 63) & ~signBit;
  return verifyEd25519(null, message, edwardsKey(publicKey, sign), plain);
};

/** Edwards public keys by their secret's hash: who writes to a group signs with one key there. */
const ownPublicKeys = new LRUCache<string, Uint8Array>({ max: 1_000 });

const publicKeyOf = (secret: Uint8Array, scalar: bigint): Uint8Array => {
  const name = createHash('sha256').update(secret).digest('base64');
  const publicKey = ownPublicKeys.get(name) ?? Point.BASE.multiply(scalar).toBytes();
  ownPublicKeys.set(name, publicKey);
  return publicKey;
};

/** A member of a group has one key for all they write there. */
const converted = new LRUCache<string, KeyObject>({ max: 1_000 });

const edwardsKey = (publicKey: Uint8Array, sign: number): KeyObject => {
  const name = `${Buffer.from(publicKey).toString('latin1')}${sign}`;
  const known = converted.get(name);
  if (known) return known;
  const x = Buffer.from(edwardsY(publicKey));
  x[31] = byteAt(x, 31) | sign;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  converted.set(name, key);
  return key;
};

/** y = (u - 1) / (u + 1), where curve25519-js divides by 0 to 0; the highest bit of u does not count. */
const edwardsY = (publicKey: Uint8Array): Uint8Array => {
  const u = Fp.create(numberOf(publicKey) & (2n ** 255n - 1n));
  const denominator = Fp.add(u, Fp.ONE);
  const inverse = Fp.is0(denominator) ? Fp.ZERO : Fp.inv(denominator);
  return Fp.toBytes(Fp.mul(Fp.sub(u, Fp.ONE), inverse));
};

const clamped = (privateKey: Uint8Array): Uint8Array => {
  const secret = Uint8Array.from(privateKey);
  secret[0] = byteAt(secret, 0) & 248;
  secret[31] = (byteAt(secret, 31) & 127) | 64;
  return secret;
};

const hashed = (...parts: readonly Uint8Array[]): bigint => {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return Fn.create(numberOf(hash.digest()));
};

const numberOf = (littleEndian: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(littleEndian).reverse().toString('hex')}`);

const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;

const demandBytes = (...values: readonly unknown[]): void => {
  for (const value of values)
    if (!isUint8Array(value)) throw new TypeError('unexpected type, use Uint8Array');
};
