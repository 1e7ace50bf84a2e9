import { describe, expect, it } from 'vitest';
import { untilThere } from './until-there.ts';

const failing = (failures: number) => {
  const waits: number[] = [];
  let loads = 0;
  const load = async (): Promise<string> => {
    loads += 1;
    if (loads <= failures) throw new TypeError('no network');
    return 'part';
  };
  const wait = async (tries: number): Promise<void> => void waits.push(tries);
  return { waits, loads: () => loads, part: untilThere(load, wait) };
};

describe('a part of the page', () => {
  it('is asked for once where it is there', async () => {
    const { part, loads } = failing(0);
    expect(await part()).toBe('part');
    expect(loads()).toBe(1);
  });
  it('is asked for again after each failure, a wait later', async () => {
    const { part, waits } = failing(3);
    expect(await part()).toBe('part');
    expect(waits).toEqual([0, 1, 2]);
  });
  it('is given up when it never comes', async () => {
    const { part, loads } = failing(Number.POSITIVE_INFINITY);
    await expect(part()).rejects.toThrow('no network');
    expect(loads()).toBeLessThan(50);
  });
});
