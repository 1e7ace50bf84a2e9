import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedWords } from './marked-words.ts';

const shown = (text: string, search: string): string =>
  markedWords(text, search)
    .map(piece => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('');

describe('the words found in a message', () => {
  it('are marked wherever they stand, accents and capitals aside', () => {
    expect(shown('O pão. PAO de queijo?', 'pão')).toBe('O [pão]. [PAO] de queijo?');
    expect(shown('A reunião é amanhã', 'reuniao')).toBe('A [reunião] é amanhã');
  });

  it('are marked each when they do not stand side by side', () => {
    expect(shown('entrega amanhã, sem taxa de entrega', 'taxa amanha')).toBe(
      'entrega [amanhã], sem [taxa] de entrega',
    );
  });

  it('are marked in another form of the same word', () => {
    expect(shown('As entregas atrasaram', 'entregar')).toBe('As [entregas] atrasaram');
  });

  it('are shown from shortly before the first one in a long text', () => {
    const text = `${'bla '.repeat(60)}segunda via do boleto${' bla'.repeat(60)}`;
    expect(shown(text, 'boleto')).toMatch(/^….{0,40}segunda via do \[boleto\].*…$/);
  });

  it('leave a text alone that does not have them', () => {
    expect(shown('bom dia', 'xyz')).toBe('bom dia');
    expect(shown('bom dia', ' ')).toBe('bom dia');
  });

  it('never change the text, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ maxLength: 5 }),
        (text, search) => {
          const pieces = markedWords(text, search);
          expect(pieces.map(piece => piece.text).join('')).toBe(text.replaceAll(/\s+/g, ' ').trim());
        },
      ),
    );
  });
});
