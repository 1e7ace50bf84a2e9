import { describe, expect, it } from 'vitest';
import { isEmoji, isReaction } from './emoji.ts';

describe('a reaction', () => {
  it.each(['👍', '👍🏽', '❤️', '❤', '👩🏽‍🚀', '👨‍👩‍👧', '🤷‍♂️', '🤷‍♂', '🇧🇷', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('may be %s', emoji => {
    expect(isEmoji(emoji)).toBe(true);
  });

  it.each([
    ...['ok', '👍👍', '👍 ', '<b>', ' ', '1', '11 98888-7777', 'maria@example.com', '🇧', '\u200D', '\0'],
    `👍${'\u200D👍'.repeat(40)}`,
    `🏴${[...'rua 7'].map(letter => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')}\u{E007F}`,
  ])('is not %j', text => {
    expect(isReaction(text)).toBe(false);
  });

  it('may be taken back', () => {
    expect([isReaction(''), isEmoji('')]).toEqual([true, false]);
  });
});
