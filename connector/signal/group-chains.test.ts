import { GroupCipher } from '@whiskeysockets/baileys/lib/Signal/Group/group_cipher.js';
import { SenderChainKey } from '@whiskeysockets/baileys/lib/Signal/Group/sender-chain-key.js';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { mendLibrary } from './mend-library.ts';
import { seededBytes } from './testing/compare-signatures.ts';
import { bareCipher, groupMember, type Member } from './testing/group-member.ts';

const BareCipher = bareCipher();

beforeAll(mendLibrary);
afterEach(() => vi.restoreAllMocks());

/** One who writes with `Writer`, and one who has been told the writer's key. */
const group = async (Writer: typeof BareCipher, Reader: typeof BareCipher) => {
  const [writer, reader] = [groupMember(Writer), groupMember(Reader)];
  await reader.meet(await writer.introduction());
  return { writer, reader };
};

const countSteps = (): (() => number) => {
  const chain: { getDerivative: () => Buffer } = Object.getPrototypeOf(
    new SenderChainKey(0, Buffer.alloc(32)),
  );
  const steps = vi.spyOn(chain, 'getDerivative');
  return () => {
    const { length } = steps.mock.calls;
    steps.mockClear();
    return length;
  };
};

const writeAll = async (writer: Member, total: number): Promise<Uint8Array[]> => {
  const sealed: Uint8Array[] = [];
  for (let n = 0; n < total; n++) sealed.push(await writer.write(`m${n}`));
  return sealed;
};

/** The numbers up to `total`, each at most `window` places from its own. */
const outOfOrder = (total: number, window: number): number[] =>
  Array.from({ length: total }, (_, n) => n)
    .map(n => ({ n, place: n + (Buffer.from(seededBytes(`place ${n}`, 2)).readUInt16LE() % window) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ n }) => n);

describe('the chain of a group of one who writes', () => {
  it('costs the same at the 3,000th message as at the 10th, and is read by the library as it is', async () => {
    const { writer, reader } = await group(GroupCipher, GroupCipher);
    const bare = groupMember(BareCipher);
    await bare.meet(await writer.introduction());
    const steps = countSteps();
    const seen: (readonly number[])[] = [];
    const read: boolean[] = [];
    for (let n = 0; n < 3_000; n++) {
      const sealed = await writer.write(`m${n}`);
      const toWrite = steps();
      read.push((await reader.read(sealed)) === `m${n}`);
      seen.push([toWrite, steps(), writer.stored(), reader.stored()]);
      read.push((await bare.read(sealed)) === `m${n}`);
      steps();
    }
    expect(read).toEqual(Array(6_000).fill(true));
    const [, , written = 0, opened = 0] = seen[10] ?? [];
    for (const [toWrite, toRead, ...stored] of seen) {
      expect([toWrite, toRead]).toEqual([2, 2]);
      // The bytes of a key are written as numbers of one to three digits.
      expect(Math.max(...stored.map((length, who) => length - ([written, opened][who] ?? 0)))).toBeLessThan(
        64,
      );
    }
  }, 180_000);

  it('is read out of order, each message once, whether gaps are left in it or not', async () => {
    for (const Writer of [GroupCipher, BareCipher]) {
      const { writer, reader } = await group(Writer, GroupCipher);
      const sealed = await writeAll(writer, 400);
      const texts: string[] = [];
      for (const n of outOfOrder(400, 150)) texts.push(await reader.read(sealed[n] ?? Buffer.alloc(0)));
      expect(texts.toSorted()).toEqual(sealed.map((_, n) => `m${n}`).toSorted());
      await expect(reader.read(sealed[200] ?? Buffer.alloc(0))).rejects.toThrow('old counter');
    }
  }, 180_000);

  it('goes on where the library left gaps, without what it kept of them', async () => {
    const { writer: before, reader } = await group(BareCipher, GroupCipher);
    const introduced = before.stored();
    const earlier = await writeAll(before, 100);
    expect(before.stored()).toBeGreaterThan(introduced * 10);
    const writer = before.continuedBy(GroupCipher);
    const later = await writeAll(writer, 10);
    expect(writer.stored()).toBeLessThan(introduced + 300);
    for (const [n, sealed] of [...later.entries()].toReversed())
      expect(await reader.read(sealed)).toBe(`m${n}`);
    for (const [n, sealed] of earlier.entries()) expect(await reader.read(sealed)).toBe(`m${n}`);
  }, 180_000);

  it('is told to who is new so that everything later can be read, and nothing earlier', async () => {
    const { writer } = await group(GroupCipher, BareCipher);
    const earlier = await writeAll(writer, 5);
    const newcomer = groupMember(BareCipher);
    await newcomer.meet(await writer.introduction());
    expect(await newcomer.read(await writer.write('first'))).toBe('first');
    await expect(newcomer.read(earlier[4] ?? Buffer.alloc(0))).rejects.toThrow('old counter');
  });

  it('of another costs the same however many keys of what was passed over are kept', async () => {
    const { writer, reader } = await group(GroupCipher, GroupCipher);
    const steps = countSteps();
    const seen: (readonly [stored: number, steps: number])[] = [];
    for (let n = 0; n < 700; n++) {
      const [sealed = Buffer.alloc(0)] = await writeAll(writer, 4);
      steps();
      expect(await reader.read(sealed)).toBe('m0');
      seen.push([reader.stored(), steps()]);
    }
    const largest = (from: number, to: number) => Math.max(...seen.slice(from, to).map(([stored]) => stored));
    expect(largest(600, 700)).toBeLessThan(largest(0, 100) * 1.1);
    expect(new Set(seen.slice(1).map(([, taken]) => taken))).toEqual(new Set([8]));
    expect(reader.records()).toBe(63);
  }, 180_000);

  it('of another keeps the keys of what is passed over: a message that comes late is read', async () => {
    const { writer, reader } = await group(GroupCipher, GroupCipher);
    const sealed = await writeAll(writer, 2_001);
    for (const n of [2_000, 0, 700, 1_999, 701, 1])
      expect(await reader.read(sealed[n] ?? Buffer.alloc(0))).toBe(`m${n}`);
    await expect(reader.read(sealed[700] ?? Buffer.alloc(0))).rejects.toThrow('old counter');
  }, 180_000);
});
