import { describe, expect, it } from 'vitest';
import { createHistogram, quantilesOf } from './histogram.ts';

describe('a histogram of milliseconds', () => {
  it('tells the middle and the slowest hundredth of what was added', () => {
    const histogram = createHistogram();
    for (let ms = 1; ms <= 1_000; ms += 1) histogram.add(ms);
    expect(quantilesOf(histogram)).toBe('501 / 991');
  });

  it('tells nothing of nothing', () => {
    expect(quantilesOf(createHistogram())).toBe('-');
  });
});
