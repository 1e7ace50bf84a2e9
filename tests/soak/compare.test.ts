import { describe, expect, it } from 'vitest';
import { compare, faultsOf } from './compare.ts';

const none = { missing: [], repeated: [], foreign: [], disordered: [] };

describe('what was written, beside what was found', () => {
  it('finds nothing where everything stands once and in order', () => {
    expect(compare([3, 5, 4], [3, 5, 4])).toEqual(none);
    expect(faultsOf('the log', compare([], []))).toEqual([]);
  });

  it('finds what is missing', () => {
    expect(compare([1, 2, 3], [1, 3])).toEqual({ ...none, missing: [2] });
  });

  it('finds what stands there twice, also far apart', () => {
    expect(compare([1, 2, 3], [1, 2, 3, 1])).toEqual({ ...none, repeated: [1] });
  });

  it('finds what overtook another', () => {
    expect(compare([1, 2, 3], [2, 1, 3])).toEqual({ ...none, disordered: [1] });
  });

  it('finds what belongs elsewhere, and says all in one line for each kind', () => {
    const difference = compare([1, 2, 3, 4, 5, 6], [9]);
    expect(faultsOf('the log of Ana, in', difference)).toEqual([
      'the log of Ana, in: missing 1, 2, 3, 4, 5 and 1 more',
      'the log of Ana, in: foreign 9',
    ]);
  });
});
