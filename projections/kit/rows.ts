import type { ClientBase } from 'pg';
import { allColumns, type Key, keyText, type Row, snake, type Table } from './table.ts';

/** Loads the rows of these keys, by key text; keys without a row are not in the answer. */
export const loadRows = async (
  client: ClientBase,
  schema: string,
  table: Table,
  keys: readonly Key[],
): Promise<ReadonlyMap<string, Row>> => {
  const { rows } = await client.query<Row>({
    name: `load_${schema}_${table.name}`,
    text: loadText(schema, table),
    values: table.key.map((_, index) => keys.map(key => key[index])),
  });
  return new Map(rows.map(row => [keyText(table.key.map(name => String(row[name]))), row]));
};

/** Loads a whole table, by key text. */
export const loadTable = async (
  client: ClientBase,
  schema: string,
  table: Table,
): Promise<ReadonlyMap<string, Row>> => {
  const { rows } = await client.query<Row>(`select ${columnsOf(table)} from ${schema}.${table.name} t`);
  return new Map(rows.map(row => [keyText(table.key.map(name => String(row[name]))), row]));
};

const columnsOf = (table: Table): string =>
  allColumns(table)
    .map(({ name, sqlName }) => `t.${sqlName} as "${name}"`)
    .join(', ');

const loadText = (schema: string, table: Table): string => {
  const wanted = table.key.map(snake);
  const arrays = table.key.map((name, index) => `$${index + 1}::${table.columns[name]?.sql ?? 'text'}[]`);
  return `select ${columnsOf(table)} from ${schema}.${table.name} t
    join unnest(${arrays.join(', ')}) as k(${wanted.join(', ')})
      on ${wanted.map(name => `t.${name} = k.${name}`).join(' and ')}`;
};
