import { describe, expect, it } from 'vitest';
import { type LibraryCurve, libraryCurve } from './library-curve.ts';
import { differences, seededBytes, seededPair, withBit } from './testing/compare-signatures.ts';
import { sign, verify } from './xeddsa.ts';

const ours: LibraryCurve = { sign, verify };
const library: LibraryCurve = { ...libraryCurve() };

const p = 2n ** 255n - 19n;
const order = 2n ** 252n + 27742317777372353535851937790883648493n;

const littleEndian = (value: bigint): Uint8Array =>
  Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse());
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** Keys that nobody can have made from a secret: their point is of order 2, 4 or 8. */
const ofSmallOrder: readonly bigint[] = [
  ...[0n, 1n, p - 1n, p, p + 1n, 2n ** 255n, 2n ** 255n + 1n],
  325606250916557431795983626356110631294008115727848805560023387167927233504n,
  39382357235489614581723060781553021112529911719440698176882885853963445705823n,
];

/** Points, what has no point, and forms above the field. */
const atTheEdge: readonly bigint[] = [
  ...[2n, 9n, p - 3n, p - 2n, p + 2n, p + 9n, 2n ** 255n - 1n, 2n ** 255n + 9n, 2n ** 256n - 1n],
];

/** Response 0: right for a key of small order whenever the hash is a multiple of that order. */
const forgeries: readonly Uint8Array[] = [0, 0x80].map(last =>
  Uint8Array.from([1, ...Array<number>(62).fill(0), last]),
);

const outcome = (check: () => boolean): boolean | string => {
  try {
    return check();
  } catch (error) {
    return error instanceof Error ? error.constructor.name : 'thrown';
  }
};

describe('signatures beside those of the Signal library', () => {
  it('are the same bytes, and stand and fall alike, for random keys, messages and spoilt bits', () => {
    const seeds = Array.from({ length: 150 }, (_, n) => `pair ${n}`);
    expect(seeds.flatMap(seed => differences(seed, library, ours))).toEqual([]);
  }, 180_000);

  it('have the same verdict under keys at the edge of the field', () => {
    const { privateKey, message } = seededPair('edge');
    const signature = library.sign(privateKey, message);
    const signed = [signature, withBit(signature, 511), new Uint8Array(64), ...forgeries];
    const verdicts = (curve: LibraryCurve) =>
      atTheEdge.map(edge => signed.map(each => curve.verify(littleEndian(edge), message, each)));
    expect(verdicts(ours)).toEqual(verdicts(library));
  }, 180_000);

  it('are refused under keys of small order, for which the library takes what anyone can forge', () => {
    const messages = Array.from({ length: 8 }, (_, n) => seededBytes(`forged ${n}`, 20));
    const taken = (curve: LibraryCurve) =>
      ofSmallOrder.filter(edge =>
        messages.some(message => forgeries.some(each => curve.verify(littleEndian(edge), message, each))),
      );
    expect(taken(ours)).toEqual([]);
    expect(taken(library).length).toBeGreaterThan(0);
  }, 180_000);

  it('count the sign of the key in their last bit', () => {
    const { privateKey, publicKey, message } = seededPair('sign');
    const signature = library.sign(privateKey, message);
    const turned = withBit(signature, 511);
    expect([ours.verify(publicKey, message, signature), ours.verify(publicKey, message, turned)]).toEqual([
      true,
      false,
    ]);
    expect(library.verify(publicKey, message, turned)).toBe(false);
  });

  it('are refused in the second form that the library takes: nobody who signs makes it', () => {
    const { privateKey, publicKey, message } = seededPair('form');
    const signature = library.sign(privateKey, message);
    const top = signature[63] ?? 0;
    const response = Uint8Array.from(signature.subarray(32));
    response[31] = top & 0x7f;
    const twin = Uint8Array.from([...signature.subarray(0, 32), ...littleEndian(numberOf(response) + order)]);
    twin[63] = (twin[63] ?? 0) | (top & 0x80);
    expect(library.verify(publicKey, message, twin)).toBe(true);
    expect(ours.verify(publicKey, message, twin)).toBe(false);
  });

  it('fail as the library fails for wrong lengths and what are no bytes', () => {
    const { privateKey, publicKey, message } = seededPair('lengths');
    const signature = library.sign(privateKey, message);
    const nothing = Uint8Array.of();
    const text: Uint8Array = JSON.parse('"text"');
    const prefixed = Uint8Array.from([5, ...publicKey]);
    const checks: readonly (readonly [Uint8Array, Uint8Array, Uint8Array])[] = [
      ...[nothing, publicKey.subarray(1), prefixed, text].map(key => [key, message, signature] as const),
      ...[nothing, signature.subarray(1), text].map(short => [publicKey, message, short] as const),
      [publicKey, text, signature],
      [publicKey, nothing, signature],
    ];
    for (const [index, check] of checks.entries()) {
      const theirs = outcome(() => library.verify(...check));
      expect([index, outcome(() => ours.verify(...check))]).toEqual([index, theirs]);
    }
    for (const [index, key] of [nothing, privateKey.subarray(1), prefixed, text].entries()) {
      const theirs = outcome(() => library.sign(key, message).length > 0);
      expect([index, outcome(() => ours.sign(key, message).length > 0)]).toEqual([index, theirs]);
    }
  });

  it('stand for Buffers as for plain arrays, and leave what they are given as it was', () => {
    const { privateKey, publicKey, message } = seededPair('given');
    const before = [privateKey, publicKey, message].map(bytes => Buffer.from(bytes).toString('hex'));
    const signature = Buffer.from(sign(Buffer.from(privateKey), Buffer.from(message)));
    expect(verify(Buffer.from(publicKey), Buffer.from(message), signature)).toBe(true);
    expect(signature.equals(library.sign(privateKey, message))).toBe(true);
    expect([privateKey, publicKey, message].map(bytes => Buffer.from(bytes).toString('hex'))).toEqual(before);
  });
});
