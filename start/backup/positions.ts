import type { ClientBase } from 'pg';

/** Where the services' own tables hold positions of the log. */
export const positionColumns = [
  { table: 'connector.checkpoint', column: 'position' },
  { table: 'connector.outbox', column: 'position' },
  { table: 'connector.session', column: 'ask_position' },
  { table: 'policy.checkpoint', column: 'position' },
  { table: 'integrity.progress', column: 'position' },
  { table: 'integrity.run', column: 'point_position' },
  { table: 'integrity.run', column: 'found_position' },
  { table: 'webhook.progress', column: 'position' },
  { table: 'webhook.delivery', column: 'position' },
] as const;

const pairsAtOnce = 5_000;

/**
 * Takes down which position of one log is which of its copy, in a temporary table of the open transaction, and
 * then puts every position that the services remember to that of the same event, or of the last one before it.
 */
export const openTranslation = async (client: ClientBase) => {
  let pairs: [number, number][] = [];
  await client.query(
    'create temporary table translated (was bigint primary key, becomes bigint not null) on commit drop',
  );
  const flush = async () => {
    const [was, becomes] = [pairs.map(pair => pair[0]), pairs.map(pair => pair[1])];
    pairs = [];
    await client.query('insert into translated select * from unnest($1::bigint[], $2::bigint[])', [
      was,
      becomes,
    ]);
  };
  return {
    add: async (was: number, becomes: number): Promise<void> => {
      if (pairs.push([was, becomes]) >= pairsAtOnce) await flush();
    },
    apply: async (): Promise<void> => {
      await flush();
      for (const { table, column } of positionColumns) {
        if (!(await isThere(client, table))) continue;
        await client.query(
          `update ${table} set ${column} = coalesce(
             (select becomes from translated where was <= ${column} order by was desc limit 1), 0)`,
        );
      }
    },
  };
};

/** No remembered position may be behind the end of the log: what comes next would be taken for known. */
export const boundPositions = async (client: ClientBase, end: number): Promise<void> => {
  for (const { table, column } of positionColumns) {
    if (await isThere(client, table))
      await client.query(`update ${table} set ${column} = $1 where ${column} > $1`, [end]);
  }
};

/** The furthest position that the services remember; 0 when they remember none. */
export const furthestPosition = async (client: ClientBase): Promise<number> => {
  let furthest = 0;
  for (const { table, column } of positionColumns) {
    if (!(await isThere(client, table))) continue;
    const { rows } = await client.query<{ furthest: number | null }>(
      `select max(${column})::float8 as furthest from ${table}`,
    );
    furthest = Math.max(furthest, rows[0]?.furthest ?? 0);
  }
  return furthest;
};

const isThere = async (client: ClientBase, table: string): Promise<boolean> =>
  (await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])).rows[0]
    ?.found === true;
