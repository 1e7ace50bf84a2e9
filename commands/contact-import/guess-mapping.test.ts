import { expect, it } from 'vitest';
import { guessMapping, isHeading } from './guess-mapping.ts';

const numbers = (column: number, columns: number) =>
  [0, 1, 2].map(row =>
    Array.from({ length: columns }, (_, at) => (at === column ? `1198765432${row}` : 'x')),
  );

it.each([
  [['Nome', 'Celular', 'E-mail'], { name: 0, number: 1, email: 2 }],
  [['FONE', 'Nome do cliente'], { name: 1, number: 0, email: null }],
  [['Contato', 'WhatsApp'], { name: 0, number: 1, email: null }],
  [['Código', 'Razão social', 'Telefone', 'Email'], { name: 1, number: 2, email: 3 }],
])('knows %j', (headings, expected) => {
  expect(guessMapping(headings, numbers(expected.number, headings.length))).toEqual(expected);
});

it('does not take a column for numbers that has none', () => {
  expect(guessMapping(['Número', 'Zap'], numbers(1, 2))).toMatchObject({ number: 1 });
});

it('knows a heading from a contact', () => {
  expect(isHeading(['Nome', 'Celular'])).toBe(true);
  expect(isHeading(['Ana', '11 98765-4321'])).toBe(false);
});
