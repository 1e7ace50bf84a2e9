import { cutText, isVisible } from '#domain/shared/text.ts';
import { otherKindOfBytes, otherKindOfText } from './other-kind.ts';
import { isOfCards, readCardsAsTable } from './read-cards.ts';
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
    if (isPage.test(text) && row.test(text)) return readHtmlSheet(text);
    if (isOfCards(text)) return readCardsAsTable(text);
    const kind = otherKindOfText(text);
    if (kind) throw new UnreadableTable('other-kind', { kind });
    return readCsv(text);
  } catch (error) {
    const known =
      error instanceof UnreadableTable ? error : new UnreadableTable('unreadable', { cause: error });
    const kind = known.fault === 'unreadable' ? await otherKindOfBytes(bytes) : undefined;
    throw kind ? new UnreadableTable('other-kind', { cause: error, kind }) : known;
  }
};

/** What a page of HTML or an older sheet in XML begins with; a cell may begin with `<` as well. */
const isPage =
  /^\ufeff?\s*<(?:!doctype\b|!--|\?xml\b|html\b|head\b|meta\b|style\b|body\b|div\b|table\b|workbook\b|ss:workbook\b)/i;
const row = /<(?:tr|row|ss:row)\b/i;

/** What has no width may join the parts of an emoji, and stays. */
const control = /[\p{Cc}\ufeff]/gu;

/** Without what nobody sees, and without empty cells at its end. */
const tidied = ({ line, cells }: TableRow): TableRow => {
  const texts = cells.map(tidiedCell);
  const width = texts.findLastIndex(text => text !== '') + 1;
  if (width > tableLimits.columns) throw new UnreadableTable('too-many-columns');
  return { line, cells: texts.slice(0, width) };
};

/** Written so that a spreadsheet takes a number for a text. */
const asText = /^="([^"]*)"$/;

const tidiedCell = (cell: string): string => {
  const text = cutText(cell, tableLimits.cell).toWellFormed().replaceAll(control, ' ').trim();
  return isVisible(text) ? (asText.exec(text)?.[1] ?? text) : '';
};
