import type { ClientBase } from 'pg';
import type { Projection } from './kit/projection.ts';
import { allColumns, snake, type Table } from './kit/table.ts';

/** The role that answers people: it may only read, and only rows of the company set in `app.company_id`. */
export const readerRole = 'balcao_gateway';

/** Makes a projection's tables in a schema, empty, at the start of the log, with the reader's wall around them. */
export const createSchema = async (
  client: ClientBase,
  projection: Projection,
  schema: string,
): Promise<void> => {
  const tables = projection.folds.map(({ table }) => table);
  await client.query(
    [
      `create schema ${schema}`,
      ...tables.flatMap(table => tableDdl(schema, table)),
      ...(projection.forTenants ? tenantGrants(schema, tables) : []),
      ...tables.filter(({ searched }) => searched).flatMap(table => ownView(schema, table)),
    ].join(';\n'),
  );
  await client.query('delete from projection.parked where name = $1', [schema]);
  await client.query(
    `insert into projection.checkpoint (name, version, position, head) values ($1, $2, 0, 0)
     on conflict (name) do update set version = $2, position = 0, event_position = null, live = false, error = null`,
    [schema, projection.version],
  );
};

/**
 * The indexes behind the keys; a rebuild makes them at its end, over as many connections as are given. Nothing happens
 * to those that are there.
 */
export const createIndexes = async (
  clients: readonly [ClientBase, ...ClientBase[]],
  projection: Projection,
  schema: string,
): Promise<void> => {
  const trigrams = await trigramsOf(clients[0]);
  const texts = projection.folds.flatMap(({ table }) =>
    table.indexes.map((definition, index) => {
      const text = definition.replaceAll('gin_trgm_ops', `${trigrams}.gin_trgm_ops`);
      return `create index if not exists ${table.name}_${index + 1} on ${schema}.${table.name} ${text}`;
    }),
  );
  // Those of words take the longest.
  await shared(
    clients,
    texts.toSorted((one, other) => Number(other.includes(' gin ')) - Number(one.includes(' gin '))),
  );
};

/** What the planner knows of a copy's tables. */
export const analyzeTables = (
  clients: readonly ClientBase[],
  { folds }: Projection,
  schema: string,
): Promise<void> =>
  shared(
    clients,
    folds.map(({ table }) => `analyze ${schema}.${table.name}`),
  );

/** Each connection takes the next statement when it is done with one. */
const shared = async (clients: readonly ClientBase[], texts: readonly string[]): Promise<void> => {
  const left = texts.values();
  const ended = await Promise.allSettled(
    clients.map(async client => {
      for (const text of left) await client.query(text);
    }),
  );
  const failed = ended.find(each => each.status === 'rejected');
  if (failed) throw failed.reason;
};

/** The schema that the extension lies in: an administrator may have put it anywhere. */
const trigramsOf = async (client: ClientBase): Promise<string> => {
  const text = `select quote_ident(nspname) as schema from pg_extension e
    join pg_namespace n on n.oid = e.extnamespace where extname = 'pg_trgm'`;
  return (await client.query<{ schema: string }>(text)).rows[0]?.schema ?? 'public';
};

export const dropSchema = async (client: ClientBase, schema: string): Promise<void> => {
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.query('delete from projection.checkpoint where name = $1', [schema]);
  await client.query('delete from projection.parked where name = $1', [schema]);
};

const tableDdl = (schema: string, table: Table): readonly string[] => {
  const name = `${schema}.${table.name}`;
  const columns = allColumns(table).map(
    ({ sqlName, column }) => `${sqlName} ${column.sql}${column.nullable ? '' : ' not null'}`,
  );
  const key = table.key.map(snake).join(', ');
  return [
    `create table ${name} (${[...columns, `primary key (${key})`].join(', ')}) with (fillfactor = 85)`,
    `alter table ${name} enable row level security`,
    `create policy own_company on ${name} for select to ${readerRole}
       using (company_id = (select current_setting('app.company_id')::uuid))`,
  ];
};

/**
 * Under a row policy Postgres lets only those conditions use an index that cannot tell anything of other rows: words
 * and fragments are none of them. Of a view that is its owner's the filter is one condition among others. The rows
 * it shows are the policy's; the reader can run nothing but our statements on it.
 */
const ownView = (schema: string, { name }: Table): readonly string[] => [
  `create view ${schema}.own_${name} as
     select * from ${schema}.${name} where company_id = (select current_setting('app.company_id')::uuid)`,
  `grant select on ${schema}.own_${name} to ${readerRole}`,
];

const tenantGrants = (schema: string, tables: readonly Table[]): readonly string[] => [
  `grant usage on schema ${schema} to ${readerRole}`,
  ...tables.map(({ name }) => `grant select on ${schema}.${name} to ${readerRole}`),
];
