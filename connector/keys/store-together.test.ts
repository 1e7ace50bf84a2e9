import type { SignalDataSet } from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { type Changes, storeTogether } from './store-together.ts';

const scene = (set: (data: SignalDataSet) => void) => {
  const get = () => ({});
  return storeTogether({ get, set });
};

describe('what is encrypted at the same time', () => {
  it('is stored in one write', async () => {
    const written: unknown[] = [];
    const store = scene(data => void written.push(data));
    await Promise.all([store({ session: { a: 1 } }), store({ session: { b: 2 }, 'sender-key': { c: 3 } })]);
    await store({ session: { a: 4 } });
    expect(written).toEqual([
      { session: { a: 1, b: 2 }, 'sender-key': { c: 3 } },
      { session: { a: 4 } },
    ] satisfies Changes[]);
  });

  it('is told together that it could not be stored, and the next is tried anew', async () => {
    let broken = true;
    const store = scene(() => {
      if (broken) throw new Error('gone');
    });
    const both = await Promise.allSettled([store({ session: { a: 1 } }), store({ session: { b: 2 } })]);
    expect(both.map(each => each.status)).toEqual(['rejected', 'rejected']);
    broken = false;
    await expect(store({ session: { a: 1 } })).resolves.toBeUndefined();
  });
});
