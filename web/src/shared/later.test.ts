import { describe, expect, it, vi } from 'vitest';
import { later } from './later.ts';

const Part = () => null;

describe('a part that is loaded later', () => {
  it('is fetched once, and there from then on', async () => {
    const load = vi.fn(async () => ({ default: Part }));
    const part = later(load);
    expect(part.loaded()).toBeUndefined();
    expect(await part.fetch()).toBe(Part);
    expect(await part.fetch()).toBe(Part);
    expect(part.loaded()).toBe(Part);
    expect(load).toHaveBeenCalledOnce();
  });

  it('may be fetched again when that failed', async () => {
    const load = vi.fn(async () => ({ default: Part }));
    load.mockRejectedValueOnce(new TypeError('no network'));
    const part = later(load);
    await expect(part.fetch()).rejects.toThrow('no network');
    expect(part.loaded()).toBeUndefined();
    expect(await part.fetch()).toBe(Part);
  });
});
