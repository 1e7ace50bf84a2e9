import { openClient } from '#eventstore/database/pool.ts';
import { readCheckpoint } from './checkpoint.ts';
import { connectionConfig } from './database.ts';
import type { Projection } from './kit/projection.ts';
import { allColumns, snake, type Table } from './kit/table.ts';

/** What a copy of a table holds beside the live one. Counts are rows. */
export type TableComparison = {
  readonly table: string;
  readonly copied: number;
  readonly live: number;
  /** Live rows that nothing has changed since the copy's last event: the copy must hold exactly these. */
  readonly untouched: number;
  /** Of those, the ones that the copy lacks or has otherwise; and, if nothing happened since, what it has beyond them. */
  readonly different: number;
  /** Over the untouched rows, in any order; 16 hexadecimal digits. Equal when nothing is different. */
  readonly checksums: { readonly copied: string; readonly live: string };
};

export type Comparison = {
  /** The copy's last event, and the live read model's in the same moment. */
  readonly copiedTo: number;
  readonly liveAt: number;
  readonly tables: readonly TableComparison[];
};

/**
 * Holds a copy of a read model, folded up to some position, against the live one, in one moment of the database and
 * without stopping it. Undefined when the live one is of another version, or is not there. Changes nothing.
 */
export const compareWithLive = async (
  databaseUrl: string,
  projection: Projection,
  schema: string,
): Promise<Comparison | undefined> => {
  const client = openClient(connectionConfig(databaseUrl, { settings: { work_mem: '64MB' } }));
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const [copy, live] = [
      await readCheckpoint(client, schema),
      await readCheckpoint(client, projection.name),
    ];
    if (!copy || live?.version !== projection.version) return undefined;
    const tables: TableComparison[] = [];
    for (const { table } of projection.folds) {
      const text = comparing(
        table,
        { copied: schema, live: projection.name },
        live.position === copy.position,
      );
      const { rows } = await client.query<TableComparison>(text, [copy.position]);
      tables.push(...rows);
    }
    return { copiedTo: copy.position, liveAt: live.position, tables };
  } finally {
    await client.end();
  }
};

export const isEqual = ({ tables }: Comparison): boolean => tables.every(({ different }) => different === 0);

type Schemas = { readonly copied: string; readonly live: string };

const comparing = (table: Table, { copied, live }: Schemas, same: boolean): string => {
  const keys = table.key.map(key => `c.${snake(key)} = l.${snake(key)}`).join(' and ');
  const [key = 'id'] = table.key.map(snake);
  const of = (row: 'c' | 'l') =>
    `hashtextextended(row(${allColumns(table)
      .map(({ sqlName }) => `${row}.${sqlName}`)
      .join(', ')})::text, 0)`;
  return `
    select '${table.name}' as "table", copied::float8, live::float8, untouched::float8, different::float8,
      json_build_object('copied', copied_sum, 'live', live_sum) as checksums
    from (
      select count(c) as copied, count(l) as live, count(*) filter (where untouched) as untouched,
        count(*) filter (where ${same ? 'true' : 'untouched'} and c is distinct from l) as different,
        lpad(to_hex(coalesce(bit_xor(c) filter (where untouched), 0)), 16, '0') as copied_sum,
        lpad(to_hex(coalesce(bit_xor(l) filter (where untouched), 0)), 16, '0') as live_sum
      from (
        select case when c.${key} is not null then ${of('c')} end as c,
          case when l.${key} is not null then ${of('l')} end as l,
          coalesce(l.position <= $1, false) as untouched
        from ${copied}.${table.name} c full join ${live}.${table.name} l on ${keys}
      ) as paired
    ) as counted`;
};
