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
export const tableLimits = { rows: 100_000, columns: 300, cell: 1_000, unpackedBytes: 200_000_000 } as const;

/** As spreadsheets call a column: A to Z, AA and on. */
export const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : `${letters(Math.floor(column / 26) - 1)}${letters(column % 26)}`;

export type TableFault =
  | 'unreadable'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'too-large'
  | 'empty'
  /** It says of itself that it is of another kind: a PDF, for one. */
  | 'other-kind';

/** Why a file is no table that can be read. */
export class UnreadableTable extends Error {
  readonly fault: TableFault;
  /** What it is instead, as people call it: `PDF`. */
  readonly kind: string | undefined;
  constructor(fault: TableFault, { cause, kind }: { readonly cause?: unknown; readonly kind?: string } = {}) {
    super(`the file cannot be read as a table: ${fault}`, { cause });
    this.name = 'UnreadableTable';
    this.fault = fault;
    this.kind = kind;
  }
}
