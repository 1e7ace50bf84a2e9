/** Also in full width, which spreadsheets in Asian languages take for the same. */
const formula = /^[=+\-@\t\r＝＋－＠]/;
/** However it is written, a number that can be called is no formula. */
const callable = /^[+＋]?[\d\s().－-]+$/;

/**
 * A text as a cell that no spreadsheet takes for a formula; numbers to call, and words with an apostrophe in them,
 * stay as they are. `ofCell` reads it back.
 */
export const cellOf = (text: string): string =>
  looksMarked(text) && !callable.test(text) ? `'${text}` : text;

/** What a cell said before `cellOf`. */
export const ofCell = (cell: string): string =>
  cell.startsWith("'") && looksMarked(cell.slice(1)) ? cell.slice(1) : cell;

/** A formula, or one that has the apostrophe of its own: it gets another, so that only ours is taken away. */
const looksMarked = (text: string): boolean => formula.test(text.replace(/^'+/, ''));

/** Separated values as Brazilian spreadsheets open them: semicolons, and a mark that says UTF-8 in front. */
export const csvMark = '\ufeff';
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map(cell => quoted(cellOf(cell))).join(';')}\r\n`;

const quoted = (cell: string): string => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
