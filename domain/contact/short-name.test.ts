import { expect, it } from 'vitest';
import { shortName } from './short-name.ts';

it('leaves a name of up to 50 characters as it is', () => {
  expect(shortName('  Ana Paula ')).toBe('Ana Paula');
  expect(shortName('x'.repeat(50))).toBe('x'.repeat(50));
});

it('cuts a longer one after a whole word, and tells so', () => {
  const long = 'Rosa Maria de Albuquerque Cavalcanti Neta da Silva Santos';
  expect(shortName(long)).toBe('Rosa Maria de Albuquerque Cavalcanti Neta da…');
  expect(shortName('Empório Santa Luzia de Produtos Naturais do Brasil Ltda')).toBe(
    'Empório Santa Luzia de Produtos Naturais do…',
  );
});

it('cuts within a word that is too long itself, and never within a character', () => {
  const word = shortName('y'.repeat(80));
  expect(word).toBe(`${'y'.repeat(49)}…`);
  const family = '👩‍👩‍👧‍👦';
  const signs = shortName(family.repeat(9));
  expect(signs).toBe(`${family.repeat(4)}…`);
  expect(signs.length).toBeLessThanOrEqual(50);
});
