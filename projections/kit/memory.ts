import type { Recorded } from '#eventstore/types.ts';
import { foldEvents } from './fold.ts';
import { type Projection, sweepsOf } from './projection.ts';
import { runsOf, sweepRow, sweptBy } from './sweep.ts';
import { keyText, type Row, type RowOf, type Table } from './table.ts';

export type MemoryTables = {
  readonly apply: (events: readonly Recorded[]) => void;
  readonly row: <T extends Table>(table: T, ...key: string[]) => RowOf<T> | undefined;
  readonly rows: <T extends Table>(table: T) => readonly RowOf<T>[];
};

/** The same folds without a database: for tests and replays. */
export const openMemoryTables = (projection: Projection): MemoryTables => {
  const tables = new Map<string, Map<string, Row>>(
    projection.folds.map(({ table }) => [table.name, new Map()]),
  );
  const rowsOf = (table: Table) => tables.get(table.name) ?? new Map<string, Row>();
  const applyRun = (events: readonly Recorded[]) => {
    const known = (table: Table, key: string) => rowsOf(table).get(key) ?? null;
    const folded = foldEvents(projection, known, events).changes;
    for (const [name, changes] of folded) {
      for (const { key, after } of changes) {
        if (after) tables.get(name)?.set(keyText(key), after);
        else tables.get(name)?.delete(keyText(key));
      }
    }
    for (const event of events) {
      for (const sweep of sweptBy(event, sweepsOf(projection, event), folded).sweeps) {
        const rows = rowsOf(sweep.table);
        for (const [key, row] of rows) rows.set(key, sweepRow(row, sweep, event));
      }
    }
  };
  return {
    apply: events => {
      for (const run of runsOf(projection, events)) applyRun(run);
    },
    row: <T extends Table>(table: T, ...key: string[]) =>
      rowsOf(table).get(keyText(key)) as RowOf<T> | undefined,
    rows: <T extends Table>(table: T) => [...rowsOf(table).values()] as unknown as readonly RowOf<T>[],
  };
};
