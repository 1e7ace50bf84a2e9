import type { Row } from './table.ts';

/** Rows kept in memory, by the table's name and the key's text; null is surely none, undefined not known. */
export type RowCache = {
  readonly get: (table: string, key: string) => Row | null | undefined;
  readonly set: (table: string, key: string, row: Row | null) => void;
  readonly clear: () => void;
};

type Rows = Map<string, Map<string, Row | null>>;

/**
 * Keeps the rows that were asked for last, at most so many, in two halves: what is asked for moves to the younger one,
 * and when that is full the older one goes. `dropped` is called for each row that goes, and for one that is to be removed:
 * it is there until that is written.
 */
export const openRowCache = (most: number, dropped?: (table: string, key: string) => void): RowCache => {
  let young: Rows = new Map();
  let old: Rows = new Map();
  let count = 0;

  const drop = (rows: Rows, kept: Rows): void => {
    if (!dropped) return;
    for (const [table, byKey] of rows) {
      const still = kept.get(table);
      for (const [key, row] of byKey) if (row && !still?.has(key)) dropped(table, key);
    }
  };
  const set: RowCache['set'] = (table, key, row) => {
    const known = young.get(table);
    const rows = known ?? new Map<string, Row | null>();
    if (!known) young.set(table, rows);
    if (row === null && dropped && (rows.get(key) ?? old.get(table)?.get(key))) dropped(table, key);
    const before = rows.size;
    rows.set(key, row);
    count += rows.size - before;
    if (count < most / 2) return;
    drop(old, young);
    [young, old] = [new Map(), young];
    count = 0;
  };
  return {
    get: (table, key) => {
      const row = young.get(table)?.get(key);
      if (row !== undefined) return row;
      const older = old.get(table)?.get(key);
      if (older !== undefined) set(table, key, older);
      return older;
    },
    set,
    clear: () => {
      drop(old, young);
      drop(young, new Map());
      [young, old] = [new Map(), new Map()];
      count = 0;
    },
  };
};
