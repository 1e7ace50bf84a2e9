import { describe, expect, it } from 'vitest';
import { shortened } from './shortened.ts';

describe('a long text', () => {
  it('is shown whole as long as it does not fill the screen', () => {
    expect(shortened('a'.repeat(3_000))).toBeUndefined();
  });
  it('is cut between words', () => {
    const text = 'palavra '.repeat(1_000);
    const cut = shortened(text) ?? '';
    expect(cut.length).toBeLessThanOrEqual(1_500);
    expect(cut.endsWith('palavra')).toBe(true);
    expect(text.startsWith(cut)).toBe(true);
  });
  it('is cut anywhere where there are no words, but not within an emoji', () => {
    expect(shortened('a'.repeat(5_000))?.length).toBe(1_500);
    expect(shortened(`a${'😀'.repeat(4_000)}`)?.isWellFormed()).toBe(true);
    expect(shortened('👨‍👩‍👧'.repeat(1_000))).toBe('👨‍👩‍👧'.repeat(187));
  });
});
