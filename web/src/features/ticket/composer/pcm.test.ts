import { describe, expect, it } from 'vitest';
import { isMp3Rate, to16Bits } from './pcm.ts';

describe('recorded sound', () => {
  it('becomes whole numbers, and what is too loud is held at the edge', () => {
    expect([...to16Bits(Float32Array.of(0, 0.5, 1, 1.7, -1, -3))]).toEqual([
      0, 16_384, 32_767, 32_767, -32_768, -32_768,
    ]);
  });

  it('is written at a rate that the format has', () => {
    expect([48_000, 44_100, 96_000].map(isMp3Rate)).toEqual([true, true, false]);
  });
});
