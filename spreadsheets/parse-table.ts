import { readCsv } from './read-csv.ts';
import { readHtmlSheet, readOldSheet, readXlsxSheet } from './read-excel.ts';
import { type ReadTable, type TableRow, tableLimits, UnreadableTable } from './table.ts';
import { textOf } from './text-of-bytes.ts';

/**
 * Reads a table from a file of any of the kinds that people have, known by its bytes and not by its name. Empty rows
 * are left out. @throws {UnreadableTable}
 */
export const parseTable = async (bytes: Buffer): Promise<ReadTable> => {
  const { rows, broken } = await read(bytes);
  const filled = rows.map(tidied).filter(({ cells }) => cells.length > 0);
  if (filled.length === 0) throw new UnreadableTable('empty');
  return { rows: filled, broken };
};

const read = async (bytes: Buffer): Promise<ReadTable> => {
  try {
    if (bytes.subarray(0, 2).toString('latin1') === 'PK') return await readXlsxSheet(bytes);
    if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0') return readOldSheet(bytes);
    const text = textOf(bytes);
    if (text.includes('\0')) throw new UnreadableTable('unreadable');
    return isPage.test(text) && row.test(text) ? readHtmlSheet(text) : readCsv(text);
  } catch (error) {
    throw error instanceof UnreadableTable ? error : new UnreadableTable('unreadable', error);
  }
};

/** What a page of HTML or an older sheet in XML begins with; a cell may begin with `<` as well. */
const isPage =
  /^\ufeff?\s*<(?:!doctype\b|!--|\?xml\b|html\b|head\b|meta\b|style\b|body\b|div\b|table\b|workbook\b|ss:workbook\b)/i;
const row = /<(?:tr|row|ss:row)\b/i;

const control = /[\p{Cc}\p{Cf}\ufeff]/gu;

/** Without what nobody sees, and without empty cells at its end. */
const tidied = ({ line, cells }: TableRow): TableRow => {
  const texts = cells
    .slice(0, tableLimits.columns)
    .map(cell => cell.toWellFormed().replaceAll(control, ' ').trim().slice(0, tableLimits.cell));
  return { line, cells: texts.slice(0, texts.findLastIndex(text => text !== '') + 1) };
};
