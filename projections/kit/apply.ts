import { LRUCache } from 'lru-cache';
import type { ClientBase } from 'pg';
import type { Batch } from '#eventstore/types.ts';
import { type Folded, foldEvents } from './fold.ts';
import { notesOf } from './notes.ts';
import { type Projection, sweepsOf } from './projection.ts';
import { loadRows, loadTable } from './rows.ts';
import { runsOf, sweptBy } from './sweep.ts';
import { keyText, type Row, type Table } from './table.ts';
import { writeBatch } from './write.ts';

export type ApplyOptions = {
  readonly schema: string;
  /** Rows kept in memory. They are what the schema holds as long as every write finds the checkpoint in its place. */
  readonly cachedRows: number;
  /** Called before the first sweep: a schema that is being built has no indexes yet to find rows by. */
  readonly beforeSweeping?: (client: ClientBase) => Promise<void>;
};

export type Applier = {
  /**
   * Folds a batch into the schema that stands at `from`. False, and nothing is written, when it stands elsewhere.
   * Throws FoldFailed, or what Postgres says. After anything but true start anew from the checkpoint.
   */
  readonly apply: (client: ClientBase, from: number, batch: Batch, tell: boolean) => Promise<boolean>;
};

type Cached = { readonly row: Row | null };

/** Applies batches to one projection's schema. */
export const openApplier = (projection: Projection, options: ApplyOptions): Applier => {
  const { schema, cachedRows } = options;
  let sweptBefore = false;
  const cache = new LRUCache<string, Cached>({ max: cachedRows });
  const addressOf = (table: string, key: string) => `${table} ${key}`;
  /** Whole tables, once they are loaded. */
  let resident: Map<string, Map<string, Row>> | undefined;

  const forget = () => {
    cache.clear();
    resident = undefined;
  };
  const remember = (name: string, key: string, row: Row | null) => {
    const whole = resident?.get(name);
    if (!whole) cache.set(addressOf(name, key), { row });
    else if (row) whole.set(key, row);
    else whole.delete(key);
  };
  const loadResident = async (client: ClientBase) => {
    const whole = new Map<string, Map<string, Row>>();
    for (const { table } of projection.folds)
      if (table.resident) whole.set(table.name, new Map(await loadTable(client, schema, table)));
    return whole;
  };

  const foldLoading = async (client: ClientBase, batch: Batch): Promise<Folded> => {
    const loaded = new Map<string, Row | null>();
    resident ??= await loadResident(client);
    const whole = resident;
    const known = (table: Table, key: string) => {
      if (table.resident) return whole.get(table.name)?.get(key) ?? null;
      const address = addressOf(table.name, key);
      const row = loaded.get(address);
      return row === undefined ? cache.get(address)?.row : row;
    };
    for (;;) {
      const folded = foldEvents(projection, known, batch.events);
      if (folded.missing.size === 0) return folded;
      for (const { table } of projection.folds) {
        const keys = folded.missing.get(table.name);
        if (!keys) continue;
        const rows = await loadRows(client, schema, table, keys);
        for (const key of keys) {
          const row = rows.get(keyText(key)) ?? null;
          loaded.set(addressOf(table.name, keyText(key)), row);
          cache.set(addressOf(table.name, keyText(key)), { row });
        }
      }
    }
  };

  const applyRun = async (client: ClientBase, from: number, batch: Batch, tell: boolean) => {
    const { changes } = await foldLoading(client, batch);
    const [event] = batch.events;
    const sweeps = event && batch.events.length === 1 ? sweepsOf(projection, event) : [];
    const swept = event && sweeps.length > 0 ? sweptBy(event, sweeps, changes) : undefined;
    if (swept && !sweptBefore) await options.beforeSweeping?.(client);
    if (swept) sweptBefore = true;
    const notes =
      tell && batch.position > from ? notesOf(projection, changes, batch.position, swept?.companyId) : [];
    const write = { schema, from, to: batch.position, live: batch.live, changes, notes, swept };
    const written = await writeBatch(client, projection, write);
    if (!written || swept) forget();
    for (const [name, rows] of written ? changes : []) {
      for (const { key, after } of rows) remember(name, keyText(key), after);
    }
    return written;
  };

  return {
    apply: async (client, from, batch, tell) => {
      try {
        const runs = runsOf(projection, batch.events);
        let reached = from;
        for (const [index, events] of runs.entries()) {
          const position =
            index === runs.length - 1 ? batch.position : (events.at(-1)?.position ?? batch.position);
          if (!(await applyRun(client, reached, { ...batch, events, position }, tell))) return false;
          reached = position;
        }
        return true;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
};
