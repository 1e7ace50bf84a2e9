/** How a projection's table is described, once: from this come its DDL, its bulk statements and its row type. */

export type SqlType = 'uuid' | 'uuid[]' | 'text' | 'int4' | 'int8' | 'bool' | 'timestamptz' | 'jsonb';

export type Column<Value> = {
  readonly sql: SqlType;
  readonly nullable: boolean;
  /** Never set: carries the type only. */
  readonly value?: Value;
};
type Columns = Readonly<Record<string, Column<unknown>>>;

type ValueOf<C> = C extends Column<infer Value> ? Value : never;

export type Table<C extends Columns = Columns> = {
  readonly name: string;
  /** Columns that are the key, besides none: ids are unique in the whole system. */
  readonly key: readonly string[];
  readonly columns: C;
  /** What follows `create index on <table>`: method, columns, predicate. */
  readonly indexes: readonly string[];
  /** Whether screens are notified of its changes. */
  readonly notifies: boolean;
  /** So small that a writer keeps all of it in memory: what is not there need not be asked for. */
  readonly cached: boolean;
  /** Has a view `own_<table>` of the company's rows, whose conditions may use any index: see `schema.ts`. */
  readonly searched: boolean;
  /** What a notification says about the row as it was, for screens that must drop it. */
  readonly was?: (row: Row) => Readonly<Record<string, unknown>>;
};

/** What `evolve` gives and takes: the table's own columns. The kit adds the tenant and the position. */
export type OwnRow<T extends Table> = { readonly [K in keyof T['columns']]: ValueOf<T['columns'][K]> };
export type Stamp = { readonly companyId: string; readonly position: number };
export type RowOf<T extends Table> = OwnRow<T> & Stamp;
export type Row = Readonly<Record<string, unknown>> & Stamp;

/** A key is the key columns' values in their order. */
export type Key = readonly string[];
export const keyText = (key: Key): string => (key.length === 1 ? (key[0] ?? '') : key.join('|'));

const column = <Value>(sql: SqlType, nullable = false): Column<Value> => ({ sql, nullable });

export const uuid = column<string>('uuid');
export const text = column<string>('text');
export const integer = column<number>('int4');
export const big = column<number>('int8');
export const flag = column<boolean>('bool');
/** Dates are ISO strings in UTC with milliseconds. */
export const instant = column<string>('timestamptz');
export const uuids = column<readonly string[]>('uuid[]');
export const json = <Value>(): Column<Value> => column<Value>('jsonb');
/** Text that is one of a few words. */
export const word = <Value extends string>(): Column<Value> => column<Value>('text');
export const nullable = <Value>(of: Column<Value>): Column<Value | null> => column(of.sql, true);

type TableInput<C extends Columns> = {
  readonly key?: readonly (keyof C & string)[];
  readonly columns: C;
  readonly indexes?: readonly string[];
  readonly notifies?: boolean;
  readonly cached?: boolean;
  readonly searched?: boolean;
  readonly was?: Table['was'];
};

/** Describes a table. The key is `id` unless said otherwise. */
export const table = <C extends Columns>(name: string, input: TableInput<C>): Table<C> => ({
  name,
  key: input.key ?? ['id'],
  columns: input.columns,
  indexes: input.indexes ?? [],
  notifies: input.notifies ?? true,
  cached: input.cached ?? false,
  searched: input.searched ?? false,
  ...(input.was ? { was: input.was } : {}),
});

const stampColumns: Columns = { companyId: uuid, position: big };

/** Every column with its SQL name, the kit's own included. */
export const allColumns = (
  of: Table,
): readonly { name: string; sqlName: string; column: Column<unknown> }[] =>
  Object.entries({ ...of.columns, ...stampColumns }).map(([name, described]) => ({
    name,
    sqlName: snake(name),
    column: described,
  }));

/** lastMessageAt → last_message_at */
export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The same instant as Postgres gives it back: UTC with milliseconds. */
export const isoInstant = (date: string): string =>
  date.length === 24 && date.endsWith('Z') ? date : new Date(date).toISOString();

/**
 * An instant in WhatsApp's precision, whole seconds: what came from WhatsApp knows no finer one, so within a second
 * only the log says what came first.
 */
export const wholeSecond = (date: string): string => `${isoInstant(date).slice(0, 19)}.000Z`;
