import * as xlsx from '@e965/xlsx';
import readXlsx from 'read-excel-file/node';
import { type ReadTable, tableLimits, UnreadableTable } from './table.ts';
import { unpackedSize } from './unpacked-size.ts';

/** The first sheet of a .xlsx file that has anything in it. */
export const readXlsxSheet = async (bytes: Buffer): Promise<ReadTable> => {
  const size = unpackedSize(bytes);
  if (size === undefined) throw new UnreadableTable('unreadable');
  if (size > tableLimits.unpackedBytes) throw new UnreadableTable('too-large');
  const sheets = await readXlsx(bytes).catch(() => undefined);
  if (!sheets) return readLooseSheet(bytes);
  return tableOf(sheets.find(({ data }) => data.length > 0)?.data ?? []);
};

/** Sheets whose cells do not say where they are, as the format allows, and those of other offices (.ods). */
const readLooseSheet = (bytes: Buffer): ReadTable =>
  firstSheet(xlsx.read(bytes, { ...readingOptions, cellDates: true }));

/** The first sheet of an older Excel file. */
export const readOldSheet = (bytes: Buffer): ReadTable => firstSheet(xlsx.read(bytes, readingOptions));

/** A page of HTML with a table that calls itself an Excel file, as many systems export it. */
export const readHtmlSheet = (text: string): ReadTable =>
  firstSheet(xlsx.read(text, { ...readingOptions, type: 'string', raw: true }));

const readingOptions: xlsx.ParsingOptions = {
  ...{ cellFormula: false, cellHTML: false, cellStyles: false, bookVBA: false },
  sheetRows: tableLimits.rows + 2,
};

const firstSheet = ({ SheetNames, Sheets }: xlsx.WorkBook): ReadTable => {
  for (const name of SheetNames) {
    const sheet = Sheets[name];
    const options = { header: 1, raw: true, defval: '', blankrows: true } as const;
    const rows = sheet ? xlsx.utils.sheet_to_json<readonly unknown[]>(sheet, options) : [];
    const first = sheet?.['!ref'] ? xlsx.utils.decode_range(sheet['!ref']).s.r : 0;
    if (rows.length > 0) return tableOf(rows, first);
  }
  return { rows: [], broken: [] };
};

const tableOf = (rows: readonly (readonly unknown[])[], first = 0): ReadTable => {
  if (rows.length > tableLimits.rows + 1) throw new UnreadableTable('too-many-rows');
  return {
    rows: rows.map((cells, index) => ({ line: first + index + 1, cells: cells.map(textOfCell) })),
    broken: [],
  };
};

/** Numbers as they are, never as they are shown: a phone number has no exponent. */
const textOfCell = (value: unknown): string => {
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString().slice(0, 10) : '';
};

const numberText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
