import { describe, expect, it } from 'vitest';
import { cellOf, csvLine, ofCell } from './csv.ts';

describe('a cell', () => {
  it.each([
    '=1+1',
    '+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    '\tx',
    '=HYPERLINK("http://x")',
    "'=1",
    "''-x",
    '＝1+1',
    '＋cmd',
    '－2+3',
    '＠SUM(A1)',
  ])('takes the meaning from %j, and gives it back', text => {
    expect(cellOf(text)).toBe(`'${text}`);
    expect(ofCell(cellOf(text))).toBe(text);
  });
  it.each([
    "O'Keefe",
    '+55 11 98765-4321',
    '+5511987654321',
    '＋5511987654321',
    '(11) 98765-4321',
    '-10',
    "'tis",
    'José',
    '',
  ])('leaves %j alone', text => {
    expect(cellOf(text)).toBe(text);
    expect(ofCell(text)).toBe(text);
  });
});

it('a line has its separators and quotes within quotes', () => {
  expect(csvLine(['a;b', 'diz "oi"', 'c'])).toBe('"a;b";"diz ""oi""";c\r\n');
});
