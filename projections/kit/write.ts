import type { ClientBase } from 'pg';
import { arrayLiteral, travelType } from './arrays.ts';
import type { RowChange } from './fold.ts';
import type { Projection } from './projection.ts';
import { type Swept, sweepText, sweepValues } from './sweep.ts';
import { allColumns, snake, type Table } from './table.ts';

export type Write = {
  /** The checkpoint's name is the schema's. */
  readonly schema: string;
  /** Which copy of the schema: another one may have taken its place. */
  readonly copy: number;
  readonly from: number;
  readonly to: number;
  readonly live: boolean;
  readonly changes: ReadonlyMap<string, readonly RowChange[]>;
  readonly notes: readonly string[];
  /** What the one event of this write sweeps. */
  readonly swept?: Swept | undefined;
};

type Part = {
  readonly table: Table;
  readonly upserts: readonly RowChange[];
  readonly deletes: readonly RowChange[];
};

const texts = new Map<string, { readonly name: string; readonly text: string }>();

/**
 * Rows, checkpoint and notifications in one statement, so in one transaction and one round trip. Answers false,
 * and has written nothing, when the checkpoint is not where this writer believes it to be, or the
 * schema is another copy.
 */
export const writeBatch = async (
  client: ClientBase,
  projection: Projection,
  write: Write,
): Promise<boolean> => {
  const parts = projection.folds.flatMap(({ table }): Part[] => {
    const changes = write.changes.get(table.name);
    if (!changes) return [];
    return [
      {
        table,
        upserts: changes.filter(({ after }) => after !== null),
        deletes: changes.filter(({ after }) => after === null),
      },
    ];
  });
  const { swept } = write;
  const { name, text } = statement(projection, write.schema, parts, swept);
  const values: unknown[] = [write.schema, write.from, write.to, write.live, projection.version];
  values.push(projection.name, write.notes, write.copy);
  for (const { table, upserts, deletes } of parts) {
    if (upserts.length > 0) {
      for (const { name: column, column: of } of allColumns(table)) {
        values.push(
          arrayLiteral(
            of,
            upserts.map(({ after }) => after?.[column]),
          ),
        );
      }
    }
    if (deletes.length > 0) {
      for (const index of table.key.keys()) values.push(deletes.map(({ key }) => key[index]));
    }
  }
  if (swept) values.push(...sweepValues(swept));
  const { rows } = await client.query<{ moved: number }>({ ...(name ? { name } : {}), text, values });
  return rows[0]?.moved === 1;
};

const statement = (
  projection: Projection,
  schema: string,
  parts: readonly Part[],
  swept: Swept | undefined,
): { readonly name?: string; readonly text: string } => {
  if (swept) return { text: statementText(schema, parts, swept) };
  const shape = parts
    .map(
      ({ table, upserts, deletes }) =>
        `${table.name}${upserts.length ? '+' : ''}${deletes.length ? '-' : ''}`,
    )
    .join(' ');
  const signature = `${projection.name} ${schema} ${shape}`;
  const known = texts.get(signature);
  if (known) return known;
  const made = { name: `write_${texts.size}`, text: statementText(schema, parts) };
  texts.set(signature, made);
  return made;
};

const statementText = (schema: string, parts: readonly Part[], swept?: Swept): string => {
  let next = 9;
  const parameter = () => `$${next++}`;
  const steps = [
    `moved as (
      update projection.checkpoint
      set position = $3::bigint, event_position = $3::bigint, head = greatest(head, $3::bigint), live = $4::bool, updated_at = now(), error = null
      where name = $1::text and position = $2::bigint and version = $5::int
        and to_regnamespace($1::text)::oid = $8::oid returning 1)`,
  ];
  for (const { table, upserts, deletes } of parts) {
    if (upserts.length > 0) steps.push(upsertText(schema, table, parameter));
    if (deletes.length > 0) steps.push(deleteText(schema, table, parameter));
  }
  if (swept) steps.push(...sweepText(schema, swept, parameter));
  return `with ${steps.join(',\n')}
    select (select count(*) from moved)::int as moved,
           (select count(pg_notify($6::text, note)) from moved, unnest($7::text[]) as note) as notified`;
};

const upsertText = (schema: string, table: Table, parameter: () => string): string => {
  const columns = allColumns(table);
  const names = columns.map(({ sqlName }) => sqlName);
  const arrays = columns.map(({ column }) => `${parameter()}::${travelType(column)}[]`);
  const values = columns.map(
    ({ sqlName, column }) => `r.${sqlName}${column.sql === 'uuid[]' ? '::uuid[]' : ''}`,
  );
  const key = table.key.map(snake);
  const rest = names.filter(name => !key.includes(name));
  return `put_${table.name} as (
      insert into ${schema}.${table.name} (${names.join(', ')})
      select ${values.join(', ')} from moved, unnest(${arrays.join(', ')}) as r(${names.join(', ')})
      on conflict (${key.join(', ')}) do update set ${rest.map(name => `${name} = excluded.${name}`).join(', ')})`;
};

const deleteText = (schema: string, table: Table, parameter: () => string): string => {
  const key = table.key.map(snake);
  const arrays = table.key.map(name => `${parameter()}::${table.columns[name]?.sql ?? 'text'}[]`);
  return `drop_${table.name} as (
      delete from ${schema}.${table.name} t using moved, unnest(${arrays.join(', ')}) as r(${key.join(', ')})
      where ${key.map(name => `t.${name} = r.${name}`).join(' and ')})`;
};
