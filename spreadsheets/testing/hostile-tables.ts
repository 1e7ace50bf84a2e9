import { crc32, deflateRawSync } from 'node:zlib';
import * as xlsx from '@e965/xlsx';

type Entry = { readonly name: string; readonly data: string | Buffer; readonly says?: number };

/** A zip file of these entries; `says`: how many bytes it claims to unpack to. */
const zip = (entries: readonly Entry[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data, says } of entries) {
    const bytes = Buffer.from(data);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(says ?? bytes.length, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(head, Buffer.from(name), packed);
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
};

const opened = '<?xml version="1.0" encoding="UTF-8"?>';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const aRow = (cells: string): string => `<row r="1">${cells}</row>`;
const aCell = (text: string, at = 'A1'): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** A workbook of one sheet, whose parts may be others. */
export const book = (sheet: string | Buffer, more: readonly Entry[] = []): Buffer =>
  zip([
    {
      name: '[Content_Types].xml',
      data: `${opened}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `${opened}<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `${opened}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', data: sheet },
    ...more,
  ]);
export const sheetOf = (rows: string, before = ''): string =>
  `${opened}${before}<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`;

const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${'bcdefghij'.replaceAll(
  /./g,
  name => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(10)}">`,
)}]>`;
const outside = '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

const honest = (kind: xlsx.BookType): Buffer => {
  const sheet = xlsx.utils.aoa_to_sheet([
    ['Nome', 'Fone'],
    ['Ana', '5511955550001'],
  ]);
  return xlsx.write(
    { SheetNames: ['A'], Sheets: { A: sheet } },
    { bookType: kind, type: 'buffer' },
  ) as Buffer;
};
const noise = (size: number, first = ''): Buffer =>
  Buffer.concat([
    Buffer.from(first, 'latin1'),
    Buffer.from(Array.from({ length: size }, (_, n) => (n * 7_919) % 251)),
  ]);
const twoRows = (name: string, number = '5511955550002'): string => `Nome;Fone\n${name};${number}\n`;

/** Files that want to harm whoever reads them as a table: what each is, and how it is made. */
export const hostileTables: readonly (readonly [what: string, make: () => Buffer])[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['one byte', () => Buffer.from([0])],
  ['a workbook cut off in its middle', () => honest('xlsx').subarray(0, 3_000)],
  ['a workbook cut off near its end', () => honest('xlsx').subarray(0, -10)],
  [
    'a workbook with bytes turned over',
    () => Buffer.from(honest('xlsx').map((byte, n) => (n % 97 ? byte : ~byte))),
  ],
  ['a zip without a workbook', () => zip([{ name: 'a.txt', data: 'oi' }])],
  ['a zip of nothing', () => zip([])],
  ['a zip with a name that climbs', () => zip([{ name: '../../../../tmp/e.txt', data: 'oi' }])],
  ['a workbook without a sheet', () => book('').subarray(0)],
  ['a workbook whose sheet is no XML', () => book('<worksheet><sheetData><row><c')],
  ['a sheet that unpacks to 210 MB, and says so', () => book(Buffer.alloc(210_000_000, 32))],
  [
    'a sheet that unpacks to 210 MB, and says 10 bytes',
    () => zip([{ name: 'xl/workbook.xml', data: Buffer.alloc(210_000_000, 32), says: 10 }]),
  ],
  ['a zip of 5,000 files', () => zip(Array.from({ length: 5_000 }, (_, n) => ({ name: `${n}`, data: '' })))],
  ['a sheet of entities that grow', () => book(sheetOf(aRow(aCell('&j;')), laughs))],
  ['a sheet that names a file of the server', () => book(sheetOf(aRow(aCell('&x;')), outside))],
  ['a cell at the end of the world', () => book(sheetOf(aRow(aCell('x', 'XFD1048576'))))],
  [
    'a cell that is nowhere',
    () => book(sheetOf(aRow(`${aCell('x', 'ZZZZZZ99999999999')}${aCell('y', '')}`))),
  ],
  ['a text that is not in the list of texts', () => book(sheetOf(aRow('<c r="A1" t="s"><v>999999</v></c>')))],
  ['a sheet of 20,000 columns', () => book(sheetOf(aRow('<c><v>1</v></c>'.repeat(20_000))))],
  ['an old workbook that is none', () => noise(5_000, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['an old workbook cut off', () => honest('biff8').subarray(0, 2_000)],
  ['a page that is nested 20,000 deep', () => Buffer.from('<table><tr><td>'.repeat(20_000))],
  ['a page with a script', () => Buffer.from('<table><tr><td><script>alert(1)</script></td></tr></table>')],
  ['a page without a table', () => Buffer.from('<html><body>oi</body></html>')],
  ['text with NUL', () => Buffer.from(twoRows('A\0na'))],
  [
    'half of UTF-16',
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Nome;F', 'utf16le'), Buffer.of(1)]),
  ],
  ['bytes that are no text', () => noise(50_000)],
  ['a quote that never ends', () => Buffer.from(`Nome;Fone\n"Ana;5511955550003\n${'x;y\n'.repeat(10_000)}`)],
  ['one line of 5 MB', () => Buffer.from('x'.repeat(5_000_000))],
  ['20,000 columns', () => Buffer.from(`${'a;'.repeat(20_000)}\n${'b;'.repeat(20_000)}\n`)],
  ['a row too many', () => Buffer.from('a;b\n'.repeat(100_002))],
  ['nothing but separators', () => Buffer.from(';;;\n;;;\n,,,\n\t\t\t\n')],
  ['headings of objects', () => Buffer.from('__proto__;constructor;toString\nAna;5511955550004;x\n')],
  ['formulas', () => Buffer.from(twoRows('=cmd|/c calc!A0'))],
  ['letters that turn round', () => Buffer.from(twoRows('\u202Egnp.exe\u0000\u{1F3F3}\uFE0F'))],
  ['numbers without end', () => Buffer.from(twoRows('Ana', '9'.repeat(5_000)))],
  ['a program', () => noise(5_000, '\x7fELF')],
  ['a document', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
];
