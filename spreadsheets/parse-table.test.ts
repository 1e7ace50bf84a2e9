import * as xlsx from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { parseTable } from './parse-table.ts';
import { book as bookOf, sheetOf } from './testing/hostile-tables.ts';

const people = [
  ['Nome', 'Celular', 'E-mail', 'Observação'],
  ['José Antônio', '11 98765-4321', 'jose@mail.example', 'Avó da Conceição'],
  ['Ana "Nina" Souza', '5511987650002', '', 'paga; sempre'],
  ["Liam O'Keefe", '+5511987650003', 'liam@mail.example', '1,50'],
  ['Müller & Filhos', '(11) 98765-0004', '', ''],
  ['Íris', '11987650005', 'iris@mail.example', 'ação'],
  ['João, o Velho', '11987650006', '', ''],
  ['Çelik', '11987650007', '', ''],
  ['Ñandu', '11987650008', '', ''],
  ['Zoë', '11987650009', '', 'R$ 10'],
  ['Björn', '11987650010', '', ''],
  ['Renée', '11987650011', '', '100%'],
];
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const csv = (delimiter: string) => people.map(row => row.map(quoted).join(delimiter)).join('\r\n');
const book = () => {
  const made = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(made, xlsx.utils.aoa_to_sheet(people), 'Contatos');
  return made;
};
const written = (bookType: 'xlsx' | 'biff8') =>
  Buffer.from(xlsx.write(book(), { type: 'buffer', bookType, compression: true }));
const html = () => {
  const cell = (text: string) => `<td>${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</td>`;
  const rows = people.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('');
  return Buffer.from(`<html><meta charset="utf-8"><body><table>${rows}</table></body></html>`);
};

const files: readonly (readonly [string, Buffer])[] = [
  ['UTF-8 with semicolons', Buffer.from(csv(';'))],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${csv(';')}`)],
  ['windows-1252', Buffer.from(csv(';'), 'latin1')],
  ['UTF-16 with tabs', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv('\t'), 'utf16le')])],
  ['commas', Buffer.from(csv(','))],
  ['xlsx', written('xlsx')],
  ['xls', written('biff8')],
  ['HTML that calls itself xls', html()],
];

describe('twelve rows', () => {
  const trimmed = people.map(row => row.slice(0, row.findLastIndex(cell => cell !== '') + 1));
  it.each(files)('are the same twelve rows as %s', async (_, bytes) => {
    const { rows, broken } = await parseTable(bytes);
    expect(rows.map(({ cells }) => cells)).toEqual(trimmed);
    expect(broken).toEqual([]);
  });
});

describe('a file', () => {
  it('that calls its numbers numbers has them whole', async () => {
    const sheet = xlsx.utils.aoa_to_sheet([
      ['Fone', 'Valor'],
      [5531998765432, 1.5],
    ]);
    const made = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(made, sheet, 'A');
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const { rows } = await parseTable(Buffer.from(xlsx.write(made, { type: 'buffer', bookType })));
      expect(rows[1]?.cells).toEqual(['5531998765432', '1.5']);
    }
  });
  it.each(['<b>Nome</b>', '<Ana>', '<', '< 5 anos', '<table>'])(
    'whose first cell is %s has it',
    async cell => {
      const { rows } = await parseTable(Buffer.from(`${cell};Fone\nAna;1\n`));
      expect(rows.map(({ cells }) => cells)).toEqual([
        [cell, 'Fone'],
        ['Ana', '1'],
      ]);
    },
  );
  it('with a price in Brazilian is parted at its semicolons', async () => {
    const { rows } = await parseTable(Buffer.from('Nome;Valor\nAna;1,50\n'));
    expect(rows[1]?.cells).toEqual(['Ana', '1,50']);
  });
  it('keeps its line numbers over empty rows, and names a line that is broken', async () => {
    const { rows, broken } = await parseTable(Buffer.from('Nome;Fone\nAna;1\n;\nB"i"a;2\n\nCaio;3\n'));
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'Nome'],
      [2, 'Ana'],
      [6, 'Caio'],
    ]);
    expect(broken).toEqual([4]);
  });
  it.each([
    ['nothing', '', 'empty'],
    ['a column too many', `${'a;'.repeat(300)}b\n`, 'too-many-columns'],
    ['bytes', '\x01\x02\0\0\0\x03', 'unreadable'],
    ['a broken zip', 'PK\x03\x04 and no more', 'unreadable'],
    ['half a sheet', written('xlsx').subarray(0, 2_000).toString('latin1'), 'unreadable'],
    ['one line too many', 'a;b\n'.repeat(100_002), 'too-many-rows'],
  ])('of %s is refused', async (_, text, fault) => {
    await expect(parseTable(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ fault });
  });
  it.each([
    ['PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
    ['PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['RTF', '{\\rtf1\\ansi Ana;1}'],
    ['ICS', 'BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n'],
    ['EML', 'MIME-Version: 1.0\nSubject: Nome;Fone\n\nAna;1\n'],
    ['JSON', '[{"nome":"Ana","fone":"1"}]'],
    ['HTML', '<!DOCTYPE html><html><body>Ana;1</body></html>'],
    ['XML', '<?xml version="1.0"?><contatos><contato/></contatos>'],
  ])('that is a %s says so', async (kind, text) => {
    await expect(parseTable(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
      fault: 'other-kind',
      kind,
    });
  });
  it('of contact cards has a row for each, in its line', async () => {
    const cards = [
      'BEGIN:VCARD\nFN:Ana Exemplo\nTEL;HOME:11 3333-4444\nTEL;TYPE=CELL:+55 11 98220-9014\nEND:VCARD',
      'BEGIN:VCARD\nN:;Bia;;;\nORG:Padaria;\nEMAIL:bia@mail.example\nEND:VCARD',
    ];
    expect((await parseTable(Buffer.from(cards.join('\n')))).rows).toEqual([
      { line: 0, cells: ['FN', 'TEL', 'EMAIL', 'ORG'] },
      { line: 1, cells: ['Ana Exemplo', '+55 11 98220-9014 ::: 11 3333-4444'] },
      { line: 6, cells: ['Bia', '', 'bia@mail.example', 'Padaria'] },
    ]);
  });
  it('may write numbers as texts of a formula', async () => {
    const { rows } = await parseTable(Buffer.from('Nome;Fone\nAna;="011982209003"\nBia;"=""011"""\n'));
    expect(rows.slice(1).map(({ cells }) => cells[1])).toEqual(['011982209003', '011']);
  });
  it('may be of another office', async () => {
    const made = xlsx.utils.book_new();
    const day = new Date(Date.UTC(2024, 11, 31));
    const sheet = xlsx.utils.aoa_to_sheet(
      [
        ['Nome', 'Dia'],
        ['Ana', day],
      ],
      { UTC: true, cellDates: true },
    );
    xlsx.utils.book_append_sheet(made, sheet, 'A');
    const file = xlsx.write(made, { type: 'buffer', bookType: 'ods', compression: true });
    expect((await parseTable(Buffer.from(file))).rows.at(-1)?.cells).toEqual(['Ana', '2024-12-31']);
  });
  it('is a table where its cells do not say where they are, too', async () => {
    const rows = [
      ['Nome', 'Fone'],
      ['Ana', '1'],
      ['Bia', '2'],
    ];
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const bare = rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('');
    expect((await parseTable(bookOf(sheetOf(bare)))).rows.map(({ cells }) => cells)).toEqual(rows);
  });
  it('keeps what joins the parts of an emoji, and has nothing where nothing is seen', async () => {
    const { rows } = await parseTable(Buffer.from('Nome;Fone\n👨‍👩‍👧 Lia;1\n\u200b;2\n'));
    expect(rows.map(({ cells }) => cells[0])).toEqual(['Nome', '👨‍👩‍👧 Lia', '']);
  });
});
