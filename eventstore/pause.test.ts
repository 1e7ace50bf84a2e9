import { describe, expect, it } from 'vitest';
import { restAfter } from './pause.ts';

describe('the rest between two live batches', () => {
  const pace = { paceMs: 4, longestPaceMs: 25 };
  it('is short while the reader keeps up', () => expect(restAfter(1, pace)).toBe(4));
  it('is as long as the last batch took where that was longer', () => expect(restAfter(14, pace)).toBe(14));
  it('has an end, however slow the reader is', () => expect(restAfter(900, pace)).toBe(25));
  it('is none where nobody asks for one', () =>
    expect(restAfter(900, { paceMs: 0, longestPaceMs: 0 })).toBe(0));
});
