import pg, { type ClientBase } from 'pg';
import { allReadable } from '#eventstore/codec.ts';
import type { Batch, Recorded } from '#eventstore/types.ts';
import { isOfTheEvent } from '../outage.ts';
import { type Folded, FoldFailed, foldEvents } from './fold.ts';
import { openKeyFilter } from './key-filter.ts';
import { notesOf } from './notes.ts';
import type { Parking } from './parking.ts';
import { type Projection, sweepsOf } from './projection.ts';
import { openRowCache } from './row-cache.ts';
import { loadRows, loadTable } from './rows.ts';
import { runsOf, sweptBy } from './sweep.ts';
import { keyText, type Row, type Table } from './table.ts';
import { writeBatch } from './write.ts';

export type ApplyOptions = {
  readonly schema: string;
  /** Which copy of the schema: see `readCopy`. */
  readonly copy: number;
  /** Where events go that cannot be folded; without it they are thrown. */
  readonly parking?: Parking;
  /** Rows kept in memory. They are what the schema holds as long as every write finds the checkpoint in its place. */
  readonly cachedRows: number;
  /** The schema is empty, and nobody else writes it: what this applier has not written is not there. */
  readonly isNew?: boolean;
  /** Called before the first sweep: a schema that is being built has no indexes yet to find rows by. */
  readonly beforeSweeping?: (client: ClientBase) => Promise<void>;
};

export type Applier = {
  /**
   * Folds a batch into the schema that stands at `from`. False, and nothing is written, when it stands elsewhere.
   * Events that cannot be read or folded are parked, and what must wait behind parked ones is left out. Throws FoldFailed
   * or UnreadableEvent where nothing is parked, or what Postgres says. After anything but true start anew from the checkpoint.
   */
  readonly apply: (client: ClientBase, from: number, batch: Batch, notify: boolean) => Promise<boolean>;
  /**
   * Folds a batch and begins to write it, without notifying: the next one may be folded before `written` resolves,
   * which says what `apply` says. Undefined, and nothing has begun, where a batch wants more care: `apply` that one.
   */
  readonly begin: (
    client: ClientBase,
    from: number,
    batch: Batch,
  ) => Promise<{ readonly written: Promise<boolean> } | undefined>;
};

type Changes = Folded['changes'];

/** Applies batches to one projection's schema. */
export const openApplier = (projection: Projection, options: ApplyOptions): Applier => {
  const { schema, copy, parking, cachedRows } = options;
  let sweptBefore = false;
  const gone = options.isNew ? openKeyFilter() : undefined;
  const cache = openRowCache(cachedRows, gone?.add);
  /** Whole tables, once they are loaded. */
  let cachedTables: Map<string, Map<string, Row>> | undefined;

  const forget = () => {
    cache.clear();
    cachedTables = undefined;
  };
  const remember = (name: string, key: string, row: Row | null) => {
    const whole = cachedTables?.get(name);
    if (!whole) cache.set(name, key, row);
    else if (row) whole.set(key, row);
    else whole.delete(key);
  };
  const rememberAll = (changes: Changes) => {
    for (const [name, rows] of changes)
      for (const { key, after } of rows) remember(name, keyText(key), after);
  };
  const loadCached = async (client: ClientBase) => {
    const whole = new Map<string, Map<string, Row>>();
    for (const { table } of projection.folds)
      if (table.cached) whole.set(table.name, new Map(await loadTable(client, schema, table)));
    return whole;
  };

  const foldLoading = async (client: ClientBase, batch: Batch): Promise<Folded> => {
    const loaded = new Map<string, Map<string, Row | null>>();
    cachedTables ??= await loadCached(client);
    const whole = cachedTables;
    const known = (table: Table, key: string) => {
      if (table.cached) return whole.get(table.name)?.get(key) ?? null;
      const own = loaded.get(table.name)?.get(key);
      const row = own === undefined ? cache.get(table.name, key) : own;
      return row === undefined && gone?.mayHave(table.name, key) === false ? null : row;
    };
    for (;;) {
      const folded = foldEvents(projection, known, batch.events);
      if (folded.missing.size === 0) return folded;
      for (const { table } of projection.folds) {
        const keys = folded.missing.get(table.name);
        if (!keys) continue;
        const rows = await loadRows(client, schema, table, keys);
        const known = loaded.get(table.name) ?? new Map<string, Row | null>();
        loaded.set(table.name, known);
        for (const key of keys) {
          const row = rows.get(keyText(key)) ?? null;
          known.set(keyText(key), row);
          cache.set(table.name, keyText(key), row);
        }
      }
    }
  };

  const applyRun = async (client: ClientBase, from: number, batch: Batch, notify: boolean) => {
    const { changes } = await foldLoading(client, batch);
    const [event] = batch.events;
    const sweeps = event && batch.events.length === 1 ? sweepsOf(projection, event) : [];
    const swept = event && sweeps.length > 0 ? sweptBy(event, sweeps, changes) : undefined;
    if (swept && !sweptBefore) await options.beforeSweeping?.(client);
    if (swept) sweptBefore = true;
    const notes =
      notify && batch.position > from ? notesOf(projection, changes, batch.position, swept?.companyId) : [];
    const write = { schema, copy, from, to: batch.position, live: batch.live, changes, notes, swept };
    const written = await writeBatch(client, projection, write);
    if (!written || swept) forget();
    if (written) rememberAll(changes);
    return written;
  };

  const wantsCare = ({ events, unreadable = [] }: Batch): boolean =>
    parking?.isHolding() === true ||
    unreadable.length > 0 ||
    events.some(event => sweepsOf(projection, event).length > 0);

  /** What is written is asked for behind the write, on the same connection: it is there by then. */
  const begin: Applier['begin'] = async (client, from, batch) => {
    if (wantsCare(batch)) return undefined;
    const { changes } = await foldLoading(client, batch);
    rememberAll(changes);
    const write = { schema, copy, from, to: batch.position, live: batch.live, changes, notes: [] };
    const failed = (error: unknown): never => {
      forget();
      throw error;
    };
    const written = writeBatch(client, projection, write).then(done => {
      if (!done) forget();
      return done;
    }, failed);
    return { written };
  };

  /** As a whole or not at all, also within a transaction that goes on. */
  const attempt = async (client: ClientBase, from: number, batch: Batch, notify: boolean) => {
    const nested = inTransaction(client);
    if (nested) await client.query('savepoint attempt');
    try {
      return await applyRun(client, from, batch, notify);
    } catch (error) {
      forget();
      if (nested) await client.query('rollback to savepoint attempt');
      throw error;
    }
  };

  /** What holds one that cannot be folded is taken apart until that stands alone. */
  const applyParking = async (
    client: ClientBase,
    from: number,
    batch: Batch,
    notify: boolean,
  ): Promise<boolean> => {
    const events = parking ? await parking.unparked(client, from, batch.events) : batch.events;
    if (!events) return false;
    try {
      return await attempt(client, from, { ...batch, events }, notify);
    } catch (error) {
      const [first, ...others] = events;
      if (!parking || !first || !isOfTheEvent(error)) throw error;
      if (others.length === 0) {
        if (!(await parking.park(client, from, first, error))) return false;
        return attempt(client, from, { ...batch, events: [] }, notify);
      }
      const [before, after] = parted(events, error);
      const position = before.at(-1)?.position ?? from;
      if (!(await applyParking(client, from, { ...batch, events: before, position }, notify))) return false;
      return applyParking(client, position, { ...batch, events: after }, notify);
    }
  };

  return {
    begin,
    apply: async (client, from, batch, notify) => {
      const { unreadable = [] } = batch;
      if (parking && !(await parking.parkUnreadable(client, from, unreadable))) return false;
      if (!parking) allReadable(batch);
      const runs = runsOf(projection, batch.events);
      let reached = from;
      for (const [index, events] of runs.entries()) {
        const position =
          index === runs.length - 1 ? batch.position : (events.at(-1)?.position ?? batch.position);
        if (!(await applyParking(client, reached, { ...batch, events, position }, notify))) return false;
        reached = position;
      }
      return true;
    },
  };
};

const inTransaction = (client: ClientBase): boolean =>
  client instanceof pg.Client && client.getTransactionStatus() === 'T';

/** In front of the event that cannot be folded, or behind it when it is the first; in halves where it is not known. */
const parted = (
  events: readonly Recorded[],
  error: unknown,
): readonly [readonly Recorded[], readonly Recorded[]] => {
  const at = error instanceof FoldFailed ? Math.max(1, events.indexOf(error.event)) : events.length >> 1;
  return [events.slice(0, at), events.slice(at)];
};
