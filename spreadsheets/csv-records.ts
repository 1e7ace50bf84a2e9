/** A record of separated values: the line of the text in which it begins, counted from 1, and its cells. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] };
export type CsvRecords = {
  readonly records: readonly CsvRecord[];
  /** Lines that are no records: a quote in the wrong place, or one that never ends. */
  readonly broken: readonly number[];
};

const longestRecord = 1_000_000;

/**
 * Reads records of separated values (RFC 4180). A line with a quote in the wrong place costs itself and nothing else:
 * the next line is read as if it were not there. `most`: so many records are read at most.
 */
export const csvRecords = (text: string, delimiter: string, most: number): CsvRecords => {
  const records: CsvRecord[] = [];
  const broken: number[] = [];
  let width: number | undefined;
  let line = 1;
  for (let at = 0; at < text.length && records.length < most; ) {
    const record = recordAt(text, at, delimiter);
    const isWhole =
      record !== undefined && !hasSwallowed(text.slice(at, record.end), record, delimiter, width);
    const end = isWhole ? record.end : lineEnd(text, at);
    if (!isWhole) broken.push(line);
    else if (record.cells.some(cell => cell !== '')) {
      records.push({ line, cells: record.cells });
      width ??= record.cells.length;
    }
    line += isWhole ? linesIn(text, at, end) : 1;
    at = afterBreak(text, end);
  }
  return { records, broken };
};

type Found = { readonly cells: readonly string[]; readonly end: number };

/** The record that begins here and where it ends, before its line break; undefined where it is none. */
const recordAt = (text: string, start: number, delimiter: string): Found | undefined => {
  const cells: string[] = [];
  for (let at = start; ; at += 1) {
    const cell = cellAt(text, at, delimiter);
    if (cell === undefined || cell.end - start > longestRecord) return undefined;
    cells.push(cell.value);
    at = cell.end;
    if (text[at] !== delimiter) return { cells, end: at };
  }
};

const cellAt = (text: string, at: number, delimiter: string) => {
  if (text[at] === '"') return quotedAt(text, at, delimiter);
  // Written so that a spreadsheet takes a number for a text.
  if (text.startsWith('="', at)) return quotedAt(text, at + 1, delimiter);
  let end = at;
  while (end < text.length && text[end] !== delimiter && !isBreak(text[end])) {
    if (text[end] === '"') return undefined;
    end += 1;
  }
  return { value: text.slice(at, end), end };
};

const quotedAt = (text: string, at: number, delimiter: string) => {
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0 || quote - at > longestRecord) return undefined;
    if (text[quote + 1] === '"') {
      from = quote + 2;
      continue;
    }
    let end = quote + 1;
    while (text[end] === ' ') end += 1;
    if (end < text.length && text[end] !== delimiter && !isBreak(text[end])) return undefined;
    return { value: text.slice(at + 1, quote).replaceAll('""', '"'), end };
  }
};

/** Whether a quote that was left open has taken in whole lines: the record is not as wide as the first, and they are. */
const hasSwallowed = (
  text: string,
  { cells }: Found,
  delimiter: string,
  width: number | undefined,
): boolean =>
  width !== undefined &&
  cells.length !== width &&
  text
    .split(/\r\n|[\r\n]/)
    .slice(1)
    .some(line => line.split(delimiter).length === width);

const isBreak = (character: string | undefined): boolean => character === '\n' || character === '\r';

const lineEnd = (text: string, at: number): number => {
  let end = at;
  while (end < text.length && !isBreak(text[end])) end += 1;
  return end;
};

const afterBreak = (text: string, at: number): number => at + (text.startsWith('\r\n', at) ? 2 : 1);

/** Of a record, whose line break is not counted. */
const linesIn = (text: string, from: number, to: number): number => {
  let lines = 1;
  for (let at = from; at < to; at = afterBreak(text, lineEnd(text, at)))
    if (lineEnd(text, at) < to) lines += 1;
  return lines;
};
