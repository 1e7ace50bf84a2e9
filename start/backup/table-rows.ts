import { type ClientBase, escapeIdentifier } from 'pg';
import type { Manifest, TableOf } from './manifest.ts';

const rowsAtOnce = 500;

const qualified = ({ schema, name }: { schema: string; name: string }) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
const columnsOf = (columns: readonly string[]) => columns.map(column => escapeIdentifier(column)).join(', ');

/** Every row of a table as one line of JSON that Postgres made and can read; a transaction must be open. */
export async function* readRows(
  client: ClientBase,
  table: Pick<TableOf, 'schema' | 'name' | 'columns'>,
): AsyncGenerator<string[]> {
  await client.query(
    `declare rows_of_table no scroll cursor for
     select row_to_json(r)::text as line from (select ${columnsOf(table.columns)} from ${qualified(table)}) r`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from rows_of_table`);
    if (rows.length === 0) break;
    yield rows.map(row => row.line);
  }
  await client.query('close rows_of_table');
}

/** Writes rows as `readRows` gave them. */
export const insertRows = async (
  client: ClientBase,
  table: Pick<TableOf, 'schema' | 'name' | 'columns'>,
  lines: readonly string[],
): Promise<void> => {
  const columns = columnsOf(table.columns);
  for (let from = 0; from < lines.length; from += rowsAtOnce) {
    await client.query(
      `insert into ${qualified(table)} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${qualified(table)}, $1::json)`,
      [`[${lines.slice(from, from + rowsAtOnce).join(',')}]`],
    );
  }
};

export const countRows = async (
  client: ClientBase,
  table: Pick<TableOf, 'schema' | 'name'>,
): Promise<number> =>
  Number((await client.query<{ n: string }>(`select count(*) as n from ${qualified(table)}`)).rows[0]?.n);

export const emptyTables = async (
  client: ClientBase,
  tables: readonly Pick<TableOf, 'schema' | 'name'>[],
): Promise<void> => {
  if (tables.length > 0) await client.query(`truncate ${tables.map(qualified).join(', ')}`);
};

type Sequences = Manifest['sequences'];

/** Sequences that have been used, with the last number each gave. */
export const readSequences = async (client: ClientBase, schemas: readonly string[]): Promise<Sequences> => {
  const { rows } = await client.query<Sequences[number]>(
    `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
     where schemaname = any($1) and last_value is not null order by 1, 2`,
    [schemas],
  );
  return rows;
};

export const setSequences = async (client: ClientBase, sequences: Sequences): Promise<void> => {
  for (const sequence of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [qualified(sequence), sequence.last]);
};
