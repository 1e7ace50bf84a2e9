/** A table as it was read from a file: its cells as texts, in the order of the file. */
export type TableRow = {
  /** In the file, as a spreadsheet counts: the first is 1. */
  readonly line: number;
  readonly cells: readonly string[];
};
export type ReadTable = {
  readonly rows: readonly TableRow[];
  /** Lines that are no rows: a quote that never ends, for one. */
  readonly broken: readonly number[];
};

/** How much of a file is read. */
export const tableLimits = { rows: 100_000, columns: 50, cell: 1_000, unpackedBytes: 200_000_000 } as const;

/** As spreadsheets call a column: A to Z, AA and on. */
export const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : `${letters(Math.floor(column / 26) - 1)}${letters(column % 26)}`;

export type TableFault = 'unreadable' | 'too-many-rows' | 'too-large' | 'empty';

/** Why a file is no table that can be read. */
export class UnreadableTable extends Error {
  readonly fault: TableFault;
  constructor(fault: TableFault, cause?: unknown) {
    super(`the file cannot be read as a table: ${fault}`, { cause });
    this.name = 'UnreadableTable';
    this.fault = fault;
  }
}
