import { type AnyEventType, catalogue } from '#domain/catalogue.ts';
import { type Category, categories } from '#domain/shared/stream.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Key, OwnRow, Row, RowOf, Table } from './table.ts';

export type EventOf<Type extends AnyEventType> = Extract<Recorded, { readonly type: Type }>;

/** The rows of one projection as they stand while an event is folded. */
export type Touched = {
  /** The row as it is now: tables folded earlier have already taken this event in. */
  readonly get: <T extends Table>(table: T, ...key: string[]) => RowOf<T> | undefined;
  /** The row as it was before this event. */
  readonly before: <T extends Table>(table: T, ...key: string[]) => RowOf<T> | undefined;
};

export type Handler<T extends Table, Type extends AnyEventType> = {
  /** Which rows the event touches; left out it is the row of the stream's own entity. */
  readonly keys?: (event: EventOf<Type>, touched: Touched) => readonly Key[];
  /** What a touched row becomes: the same row for unchanged, null for none. Pure. */
  readonly evolve: (
    row: RowOf<T> | undefined,
    event: EventOf<Type>,
    touched: Touched,
    key: Key,
  ) => OwnRow<T> | null;
};

export type Handlers<T extends Table> = { readonly [Type in AnyEventType]?: Handler<T, Type> };

export type AnyHandler = {
  /** Its keys are left out. */
  readonly own: boolean;
  readonly keys: (event: Recorded, touched: Touched) => readonly Key[];
  readonly evolve: (row: Row | undefined, event: Recorded, touched: Touched, key: Key) => object | null;
};

/** How one table grows out of events. */
export type Fold = {
  readonly table: Table;
  /** The category whose streams are this table's rows, one each: a stream's first event finds no row. */
  readonly entity: Category | undefined;
  readonly on: ReadonlyMap<string, AnyHandler>;
};

/** The row of the stream's own entity. */
export const ownEntity = (event: Recorded): readonly Key[] => [[event.entityId]];

/** Ties handlers to a table. `entity` says that each stream of a category is one row, under its own id. */
export const fold = <T extends Table>(table: T, handlers: Handlers<T>, entity?: Category): Fold => ({
  table,
  entity,
  on: new Map(
    Object.entries(handlers).map(([type, handler]) => {
      const { keys, evolve } = handler as unknown as Partial<AnyHandler> & Pick<AnyHandler, 'evolve'>;
      return [type, { own: keys === undefined, keys: keys ?? ownEntity, evolve }];
    }),
  ),
});

/**
 * A change of all rows of a table in which one of these columns has one of these values, however many there are: they
 * are changed where they lie and not loaded. It comes after the event's own rows, which stand in other tables.
 */
export type Sweep = {
  readonly table: Table;
  readonly where: Readonly<Record<string, readonly string[]>>;
  /** What the columns named here become; the position becomes the event's. */
  readonly change: Readonly<Record<string, unknown>>;
};

/** Describes a sweep with the columns of its table. */
export const sweep = <T extends Table>(
  table: T,
  where: { readonly [Column in keyof T['columns']]?: readonly string[] },
  change: Partial<OwnRow<T>>,
): Sweep => ({ table, where: where as Sweep['where'], change: change as Sweep['change'] });

export type Sweeps = {
  readonly [Type in AnyEventType]?: (event: EventOf<Type>) => readonly Sweep[];
};

export type Projection = {
  /** Its name is the Postgres schema it lives in, and the channel it is notified on. */
  readonly name: string;
  /**
   * Raise it when a table or a fold changes: the read model is then built anew beside the old one. A table that is new
   * needs no other version: it is folded alone and given to the tables that are there.
   */
  readonly version: number;
  /** Whether queries made for one company may read it, behind row-level security. */
  readonly forTenants: boolean;
  /** In folding order: a fold may look at the tables before it. */
  readonly folds: readonly Fold[];
  /** Events that change rows they cannot name. */
  readonly sweeps?: Sweeps;
  /** Events whose rows hold less than before, for somebody's sake: the planner's samples of them are taken anew. */
  readonly forgets?: readonly AnyEventType[];
  /** At least so many milliseconds between two live batches, where nobody waits for each change; 4 by default. */
  readonly paceMs?: number;
  readonly categories: readonly Category[];
  /** Event types of these categories, or of others, that say nothing to this projection. */
  readonly ignores: readonly AnyEventType[];
};

export const handledTypes = ({ folds }: Pick<Projection, 'folds'>): ReadonlySet<string> =>
  new Set(folds.flatMap(({ on }) => [...on.keys()]));

/** The types of events that change anything: what a copy is folded from. */
export const typesRead = ({ folds, sweeps = {} }: Projection): readonly string[] => [
  ...new Set([...handledTypes({ folds }), ...Object.keys(sweeps)]),
];

/** The categories in whose streams events stand that these folds handle. */
export const categoriesOf = (folds: readonly Fold[]): readonly Category[] => {
  const types = handledTypes({ folds });
  return categories.filter(category => Object.keys(catalogue[category]).some(type => types.has(type)));
};

/** What an event sweeps of the projection's tables; nothing for most. */
export const sweepsOf = ({ sweeps, folds }: Projection, event: Recorded): readonly Sweep[] => {
  const describe = sweeps?.[event.type] as ((event: Recorded) => readonly Sweep[]) | undefined;
  if (!describe) return [];
  return describe(event).filter(({ table: swept }) => folds.some(({ table }) => table === swept));
};
