import { describe, expect, it } from 'vitest';
import { signed, unsigned } from './signature.ts';

describe('the signature of a message', () => {
  it('is the name in bold on a line of its own', () => {
    expect(signed('Bom dia', 'Ana Lima')).toBe('*Ana Lima:*\nBom dia');
  });

  it('stays bold whatever the name has in it', () => {
    expect(signed('Oi', 'A*n*a\n')).toBe('*Ana:*\nOi');
  });

  it('is kept apart while the words are edited', () => {
    const { signature, words } = unsigned(signed('Custa 20\nreais', 'Ana'));
    expect([signature, words]).toEqual(['*Ana:*\n', 'Custa 20\nreais']);
    expect(unsigned('*Atenção:* fechamos às 18h')).toEqual({
      signature: '',
      words: '*Atenção:* fechamos às 18h',
    });
  });
});
