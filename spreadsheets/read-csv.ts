import { parse } from 'csv-parse/sync';
import { type ReadTable, tableLimits, UnreadableTable } from './table.ts';

const delimiters = [';', '\t', ',', '|'] as const;

/** Reads separated values; a line that is none is left out and named. */
export const readCsv = (text: string): ReadTable => {
  /** A quote in the wrong place is reported once for each field. */
  const broken = new Set<number>();
  const delimiter = delimiterOf(text);
  const records = parse(text, {
    ...{ delimiter, bom: true, info: true, relax_column_count: true, skip_empty_lines: true },
    ...{ skip_records_with_error: true, to: tableLimits.rows + 2, max_record_size: 1_000_000 },
    on_skip: error => {
      if (error && 'lines' in error && typeof error.lines === 'number') broken.add(error.lines);
      return undefined;
    },
  }) as unknown as readonly {
    readonly record: readonly string[];
    readonly info: { readonly lines: number };
  }[];
  if (records.length > tableLimits.rows + 1) throw new UnreadableTable('too-many-rows');
  return {
    rows: records.map(({ record, info }) => ({ line: info.lines, cells: record })),
    broken: [...broken],
  };
};

/** What the heading is parted by, outside of quotes; a semicolon where two are as good, as in Brazil. */
const delimiterOf = (text: string): string => {
  const [heading = ''] = text.split(/\r?\n/, 1);
  const bare = heading.replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map(each => ({ each, count: bare.split(each).length - 1 }));
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count > 0 ? best.each : ';';
};
