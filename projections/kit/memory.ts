import type { Recorded } from '#eventstore/types.ts';
import { foldEvents } from './fold.ts';
import type { Projection } from './projection.ts';
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
  return {
    apply: events => {
      const known = (table: Table, key: string) => rowsOf(table).get(key) ?? null;
      for (const [name, changes] of foldEvents(projection, known, events).changes) {
        for (const { key, after } of changes) {
          if (after) tables.get(name)?.set(keyText(key), after);
          else tables.get(name)?.delete(keyText(key));
        }
      }
    },
    row: <T extends Table>(table: T, ...key: string[]) =>
      rowsOf(table).get(keyText(key)) as RowOf<T> | undefined,
    rows: <T extends Table>(table: T) => [...rowsOf(table).values()] as unknown as readonly RowOf<T>[],
  };
};
