import { printable } from '#domain/shared/printable.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { AnyHandler, Fold, Projection, Touched } from './projection.ts';
import { type Key, keyText, type Row, type Table } from './table.ts';

/**
 * A projection could not take an event in. It waits; the event is named for whoever repairs it, and what it
 * holds is not shown: the reason stands beside the checkpoint and is shown by `/readyz`.
 */
export class FoldFailed extends Error {
  readonly event: Recorded;
  constructor(projection: string, event: Recorded, cause: unknown) {
    const place = `${event.type} ${event.id} (${event.stream} @ ${event.position})`;
    super(`${projection} cannot fold ${place}: ${printable(cause)}`, { cause });
    this.name = 'FoldFailed';
    this.event = event;
  }
}

/** What is known of stored rows: a row, null for surely none, undefined for not known. */
export type Known = (table: Table, key: string) => Row | null | undefined;

export type RowChange = { readonly key: Key; readonly before: Row | null; readonly after: Row | null };
export type Folded = {
  /** By table name; only rows that are not as they were. */
  readonly changes: ReadonlyMap<string, readonly RowChange[]>;
  /** Rows that were needed and not known, by table name. When there are any, `changes` means nothing. */
  readonly missing: ReadonlyMap<string, readonly Key[]>;
};

type Entry = { readonly key: Key; readonly before: Row | null; after: Row | null };

/**
 * Folds events over known rows, in order, in memory. Where a row is wanted that is not known it is reported as
 * missing: the caller loads those and folds again from the start; rows are never changed in place. An event whose
 * position a row bears already has been folded, and changes nothing any more: who follows the log may be given its last
 * event again.
 * Throws FoldFailed, and only when nothing was missing.
 */
export const foldEvents = (projection: Projection, known: Known, events: readonly Recorded[]): Folded => {
  const state = new Map<string, Map<string, Entry>>(
    projection.folds.map(({ table }) => [table.name, new Map()]),
  );
  const missing = new Map<string, Map<string, Key>>();
  const previous = new Map<Entry, Row | null>();

  const entryOf = (table: Table, key: Key): Entry => {
    const rows = state.get(table.name);
    if (!rows) throw new Error(`${projection.name} is folded without its table ${table.name}`);
    const text = keyText(key);
    const there = rows.get(text);
    if (there) return there;
    const row = known(table, text);
    if (row === undefined) noteMissing(missing, table, key);
    const entry: Entry = { key, before: row ?? null, after: row ?? null };
    rows.set(text, entry);
    return entry;
  };
  const touched = {
    get: (table: Table, ...key: string[]) => entryOf(table, key).after ?? undefined,
    before: (table: Table, ...key: string[]) => {
      const entry = entryOf(table, key);
      return (previous.has(entry) ? previous.get(entry) : entry.after) ?? undefined;
    },
  } as Touched;

  const work: Work = { state, entryOf, touched, previous };
  for (const event of events) {
    if (previous.size > 0) previous.clear();
    try {
      if (!stepsOf(projection, event.type).every(step => foldOne(step, event, work))) undo(work);
    } catch (error) {
      if (missing.size === 0) throw new FoldFailed(projection.name, event, error);
    }
  }
  return {
    changes: changesOf(state),
    missing: new Map([...missing].map(([name, keys]) => [name, [...keys.values()]])),
  };
};

type Work = {
  readonly state: ReadonlyMap<string, Map<string, Entry>>;
  readonly entryOf: (table: Table, key: Key) => Entry;
  readonly touched: Touched;
  readonly previous: Map<Entry, Row | null>;
};

type Step = { readonly fold: Fold; readonly handler: AnyHandler };

/** Most events concern few of the tables. */
const stepsOf = (projection: Projection, type: string): readonly Step[] => {
  const known = steps.get(projection) ?? new Map<string, readonly Step[]>();
  steps.set(projection, known);
  const there = known.get(type);
  if (there) return there;
  const found = projection.folds.flatMap(fold => {
    const handler = fold.on.get(type);
    return handler ? [{ fold, handler }] : [];
  });
  known.set(type, found);
  return found;
};
const steps = new WeakMap<Projection, Map<string, readonly Step[]>>();

/** False, and nothing more is to be folded of it, for an event that the rows have taken in before. */
const foldOne = ({ fold, handler }: Step, event: Recorded, work: Work): boolean => {
  for (const key of handler.keys(event, work.touched)) {
    const entry = isBirth(fold, event, key) ? born(fold, key, work) : work.entryOf(fold.table, key);
    const row = entry.after ?? undefined;
    if (row && row.companyId !== event.companyId) continue;
    if (row?.position === event.position && !work.previous.has(entry)) return false;
    const next = handler.evolve(row, event, work.touched, key);
    if (next === (row ?? null)) continue;
    if (!work.previous.has(entry)) work.previous.set(entry, entry.after);
    entry.after = next && { ...next, companyId: event.companyId, position: event.position };
  }
  return true;
};

/** As if the event had not come. */
const undo = ({ previous }: Work): void => {
  for (const [entry, row] of previous) entry.after = row;
  previous.clear();
};

/** Its stream begins, or the row has the event's own name: there was none before. */
const isBirth = (fold: Fold, event: Recorded, key: Key): boolean =>
  (event.revision === 0 && fold.entity === event.category && key[0] === event.entityId) ||
  (key.length === 1 && key[0] === event.id);

const born = (fold: Fold, key: Key, { state }: Work): Entry => {
  const rows = state.get(fold.table.name) ?? new Map<string, Entry>();
  const there = rows.get(keyText(key));
  if (there) return there;
  const entry: Entry = { key, before: null, after: null };
  rows.set(keyText(key), entry);
  return entry;
};

const noteMissing = (missing: Map<string, Map<string, Key>>, table: Table, key: Key): void => {
  const keys = missing.get(table.name) ?? new Map<string, Key>();
  missing.set(table.name, keys.set(keyText(key), key));
};

const changesOf = (state: ReadonlyMap<string, ReadonlyMap<string, Entry>>): Map<string, RowChange[]> => {
  const changes = new Map<string, RowChange[]>();
  for (const [name, rows] of state) {
    const changed = [...rows.values()].filter(({ before, after }) => before !== after);
    if (changed.length > 0) changes.set(name, changed);
  }
  return changes;
};
