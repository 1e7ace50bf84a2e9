import { describe, expect, it } from 'vitest';
import { hasWords } from './words.ts';

describe('a message', () => {
  it.each([
    '',
    '   ',
    '\n\t\n',
    '\u00a0',
    '\u200b\u2060',
    '\u200e\u200f',
    '\ufeff',
    '\u3164',
    '\u2800',
    '\u00ad',
  ])('is none with %j alone', text => expect(hasWords(text)).toBe(false));
  it.each(['a', '.', ' 1 ', '👍', '👨‍👩‍👧‍👦', '🇧🇷', 'שלום', '\u200fאבג', '한국'])('is one with %s', text =>
    expect(hasWords(text)).toBe(true),
  );
});
