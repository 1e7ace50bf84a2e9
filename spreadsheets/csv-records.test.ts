import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecords } from './csv-records.ts';
import { readCsv } from './read-csv.ts';

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const read = (text: string) => csvRecords(text, ';', 1_000);
const cellsOf = (text: string) => read(text).records.map(({ cells }) => cells);

describe('records', () => {
  it('are read as they were written, whatever is in them', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ';', '\n', '\r', ' ', '='), maxLength: 6 });
    const row = fc.array(cell, { minLength: 3, maxLength: 3 }).map(cells => ['x', ...cells]);
    fc.assert(
      fc.property(fc.array(row), fc.constantFrom('\n', '\r\n', '\r'), (rows, lineBreak) => {
        const { records, broken } = read(rows.map(row => row.map(quoted).join(';')).join(lineBreak));
        expect(broken).toEqual([]);
        expect(records.map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  it('are each a row or a broken line, and the others stay, wherever a quote is too much', () => {
    const people = Array.from({ length: 9 }, (_, n) => [
      `Pessoa ${n}`,
      `1198220${1000 + n}`,
      quoted(`nota ${n}`),
    ]);
    const lines = people.map(cells => cells.join(';'));
    const place = fc
      .nat(lines.length - 1)
      .chain(at => fc.tuple(fc.constant(at), fc.nat(lines[at]?.length ?? 0)));
    fc.assert(
      fc.property(place, ([bad, at]) => {
        const text = lines.map((line, n) => (n === bad ? `${line.slice(0, at)}"${line.slice(at)}` : line));
        const { records, broken } = read(text.join('\n'));
        const others = lines.flatMap((_, n) => (n === bad ? [] : [n + 1]));
        expect(records.map(({ line }) => line).filter(line => line !== bad + 1)).toEqual(others);
        expect([...records.map(({ line }) => line), ...broken].filter(line => line === bad + 1)).toHaveLength(
          1,
        );
      }),
    );
  });

  it('have the line in which they begin', () => {
    const { records } = read('a;b\n"c\nd";e\r\n\r\nf;g');
    expect(records.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('may have spaces behind a quote, and numbers written as texts', () => {
    expect(cellsOf('"a" ;="011;9"\n"=""011""";=1')).toEqual([
      ['a', '011;9'],
      ['="011"', '=1'],
    ]);
  });

  it('are not taken in by a quote that is open to a later one', () => {
    const { records, broken } = read('n;c;o\n"a;1;x\nb;2;y\nc;3;"z"\n"d;4;v\ne;5;"\nf;6;');
    expect(records.map(({ line }) => line)).toEqual([1, 3, 4, 7]);
    expect(broken).toEqual([2, 5, 6]);
  });
});

describe('separated values', () => {
  it.each([
    ['Nome;Valor\nAna;1,50\n', ';'],
    ['Nome;Obs, tags\nAna;a,b,c,d\nBia;e\n', ';'],
    ['Clientes, 2024\n\nNome;Fone\nAna;1\nBia;2\n', ';'],
    ['Nome,Fone,Obs\n"Silva; Ana",1,a;b\n', ','],
    ['Nome|Fone\nAna|1\n', '|'],
    ['Nome\tFone\nAna, B\t1\n', '\t'],
  ])('%j are parted by “%s”', (text, delimiter) => {
    const last = text.trimEnd().split('\n').at(-1) ?? '';
    const cells = readCsv(text).rows.at(-1)?.cells ?? [];
    expect(cells.length).toBe(last.replaceAll(/"[^"]*"/g, '').split(delimiter).length);
  });

  it('may say in a line of their own what parts them', () => {
    expect(readCsv('\ufeffsep=,\r\nNome,Fone\r\n"a;b",1;2;3').rows).toEqual([
      { line: 2, cells: ['Nome', 'Fone'] },
      { line: 3, cells: ['a;b', '1;2;3'] },
    ]);
  });
});
