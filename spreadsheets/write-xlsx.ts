import { Zip, ZipDeflate } from 'fflate';
import { letters } from './table.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org';
const officeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const part = (path: string, type: string) => `<Override PartName="${path}" ContentType="${type}+xml"/>`;
const relation = (type: string, target: string) =>
  `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

/** What a workbook of one sheet has beside the sheet (ECMA-376, part 1). */
const around = (name: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('/xl/workbook.xml', `${officeType}.sheet.main`)}${part('/xl/worksheets/sheet1.xml', `${officeType}.worksheet`)}</Types>`,
  '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml': `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
});
const sheet = {
  begin: `${head}<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>`,
  end: '</sheetData></worksheet>',
};

/** Excel cuts no longer text, but calls the file damaged. */
const longestCell = 32_767;
/** The quickest: it is a third larger than the smallest, and takes a third of the time. */
const level = 1;

/**
 * A sheet of texts as an .xlsx file, piece by piece: of the rows, given in pages, none is held once it is written. Every
 * cell is a text, whatever it looks like; what is empty is no cell.
 */
export async function* writeXlsx(
  name: string,
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const taken = () => {
    const all = pieces;
    pieces = [];
    return Buffer.concat(all);
  };
  const add = (path: string) => {
    const file = new ZipDeflate(path, { level });
    zip.add(file);
    return (text: string, isLast = false) => file.push(Buffer.from(text), isLast);
  };
  for (const [path, text] of Object.entries(around(name))) add(path)(head + text, true);
  const push = add('xl/worksheets/sheet1.xml');
  push(sheet.begin);
  let row = 0;
  for await (const page of pages) {
    push(page.map(cells => rowOf(++row, cells)).join(''));
    const bytes = taken();
    if (bytes.length > 0) yield bytes;
  }
  push(sheet.end, true);
  zip.end();
  yield taken();
}

const rowOf = (row: number, cells: readonly string[]): string =>
  `<row r="${row}">${cells.map((text, column) => cellOf(`${letters(column)}${row}`, text)).join('')}</row>`;

const cellOf = (place: string, text: string): string =>
  text === ''
    ? ''
    : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, longestCell))}</t></is></c>`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is sought
const special = /[&<>"_\u0000-\u001f\ufffe\uffff\ud800-\udfff]/;

/** What XML cannot hold is left out; what Excel would take for an escape of its own (`_x000D_`) is escaped as one. */
function escaped(text: string): string {
  if (!special.test(text)) return text;
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is sought
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\r', '&#13;')
  );
}
