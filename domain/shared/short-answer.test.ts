import { describe, expect, it } from 'vitest';
import { choiceIn, isSign, numberIn } from './short-answer.ts';

const three = [
  ...['3', '3.', '3)', '3!', '03', '[3]', '(3)', '*3*', '3️⃣', '③', '３', '3 ⭐', '3⭐️', '⭐⭐⭐', '⭐️ ⭐️ ⭐️'],
  ...[
    'opção 3',
    'Opção: 3',
    'OPCAO 3',
    'a 3',
    'nº 3',
    'Número 3',
    'nota 3',
    '3, por favor',
    '3 👍',
    'quero a 3',
  ],
  ...[
    'três',
    'Tres!',
    'opção três',
    'three',
    'option 3',
    'opción 3',
    '3 estrelas',
    '3 stars',
    '3 obrigada',
    ' 3\n',
  ],
];
const none = [
  ...['', ' ', '👍', 'oi', 'bom dia', '3 4', '3 ou 4', '-3', '3,5', '3.5', '3:30', '3/4', 'R$ 3', '3%', '٣'],
  ...['3 meses', 'me ajuda', 'quero 3 caixas', '#', 'comprei 3 por 2', 'uma boa tarde', 'um oi', 'dos la'],
];

describe('a number', () => {
  it.each(three)('is 3 as %j', answer => {
    expect(numberIn(answer)).toBe(3);
  });
  it.each(none)('is none as %j', answer => {
    expect(numberIn(answer)).toBeUndefined();
  });
});

describe('a choice', () => {
  const names = ['Vendas', 'Suporte Técnico', '2ª via', ['24 horas', 'plantão'], 'Um'];
  it.each([
    ['1 - Vendas', 0],
    ['*1* - Vendas', 0],
    ['1. vendas', 0],
    ['Vendas!', 0],
    ['quero vendas, por favor', 0],
    ['opção 1', 0],
    ['um', 0],
    ['SUPORTE TECNICO', 1],
    ['2️⃣ Suporte Técnico', 1],
    ['2', 1],
    ['2a via', 2],
    ['3 - 2ª via', 2],
    ['24 horas', 3],
    ['Plantão', 3],
  ])('%j is the one of place %i', (answer, place) => {
    expect(choiceIn(answer, names)).toBe(place);
  });
  it.each([
    '6',
    '0',
    '1 - Suporte Técnico',
    'suporte',
    'vendas e suporte técnico',
    '',
    '👍',
    'Quero comprar',
  ])('%j is none', answer => {
    expect(choiceIn(answer, names)).toBeUndefined();
  });
});

it.each([
  ['#', true],
  [' # ', true],
  ['*#*', true],
  ['#️⃣', true],
  ['# - Voltar ao início', true],
  ['*#* - voltar ao inicio', true],
  ['#1', false],
  ['# quero outra coisa', false],
  ['Voltar', false],
])('%j is the sign: %s', (answer, expected) => {
  expect(isSign(answer, '#', ['Voltar ao início'])).toBe(expected);
});
