import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

/** What it is by definition, letter by letter and without any short cut. */
const slowly = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

it('is without accents, in lower case, with single spaces', () => {
  expect(plainText('  Olá,\n\nJOSÉ!\tNão  é ação? ')).toBe('ola, jose! nao e acao?');
  expect(plainText('ÿ Ñ ß × Ø')).toBe('y n ß × ø');
  expect(plainText('Việt “São” 👍🏽')).toBe('viet “sao” 👍🏽');
});

it('is the same by every short cut', () => {
  const letters = Array.from({ length: 0x180 }, (_, index) => String.fromCharCode(index));
  for (const letter of letters) expect(plainText(`a${letter}b`)).toBe(slowly(`a${letter}b`));
  const piece = fc.oneof(fc.constantFrom(...letters, ' ', '  ', '\u0301'), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      expect(plainText(pieces.join(''))).toBe(slowly(pieces.join('')));
    }),
  );
});
