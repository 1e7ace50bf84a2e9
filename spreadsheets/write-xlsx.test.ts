import { randomBytes } from 'node:crypto';
import * as xlsx from '@e965/xlsx';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { letters } from './table.ts';
import { writeXlsx } from './write-xlsx.ts';

type Rows = readonly (readonly string[])[];
const written = async (...pages: readonly Rows[]): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeXlsx('Contatos & mais', pagesOf(pages))) pieces.push(piece);
  return Buffer.concat(pieces);
};
async function* pagesOf(pages: readonly Rows[]) {
  yield* pages;
}
const people = [
  ['Nome', 'Número', 'Observação'],
  ['José <"Zé"> & Cia.', '+5511987654321', ' dois  espaços '],
  ["'=1+1", '', '🏳️‍🌈 linha 1\nlinha 2'],
  ['_x0041_ fica', '007', 'x'.repeat(32_767)],
];

describe('a sheet', () => {
  it('is read as it was written, by whoever reads it', async () => {
    const bytes = await written(people.slice(0, 2), [], people.slice(2));
    const [first] = await readXlsx(bytes);
    expect(first?.sheet).toBe('Contatos & mais');
    const read = xlsx.read(bytes);
    const { '!ref': range, ...cells } = read.Sheets['Contatos & mais'] ?? {};
    expect(range).toBe('A1:C4');
    expect(
      Object.entries(cells).flatMap(([place, { v, t }]) => (place.startsWith('!') ? [] : [[place, v, t]])),
    ).toEqual(
      people.flatMap((row, index) =>
        row.flatMap((text, column) => (text ? [[`${letters(column)}${index + 1}`, text, 's']] : [])),
      ),
    );
  });

  it('has no more of a text than a cell can hold, and nothing that XML cannot', async () => {
    const bytes = await written([['x'.repeat(40_000), 'a\u0000\u0007b\ud800c\uffff', 'só \r\n isso']]);
    const [cells] = (await readXlsx(bytes))[0]?.data ?? [];
    expect(cells?.[0]).toHaveLength(32_767);
    expect(cells?.[1]).toBe('abc');
    expect(cells?.[2]).toBe('só \r\n isso');
  });

  it('goes out while its rows come', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<Rows> {
      for (;;) {
        asked += 1;
        yield Array.from({ length: 200 }, () => [randomBytes(100).toString('hex')]);
      }
    }
    const pieces = writeXlsx('Contatos', endless());
    let length = 0;
    while (length < 500_000) length += (await pieces.next()).value?.length ?? 0;
    expect(asked).toBeLessThan(40);
    await pieces.return(undefined);
  });

  it('may be empty', async () => {
    expect((await readXlsx(await written()))[0]?.data).toEqual([]);
  });
});

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i is %s', (column, name) => {
  expect(letters(column)).toBe(name);
});
