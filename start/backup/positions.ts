import type { ClientBase } from 'pg';
import { isSure } from '#eventstore/follow/sure-position.ts';

/** Where the services' own tables hold positions of the log: of events, or of who follows it. */
export const positionColumns = [
  { table: 'connector.checkpoint', column: 'position', isFollowers: true },
  { table: 'connector.outbox', column: 'position', isFollowers: false },
  { table: 'connector.session', column: 'ask_position', isFollowers: false },
  { table: 'connector.media_download', column: 'ask_position', isFollowers: false },
  { table: 'policy.checkpoint', column: 'position', isFollowers: true },
  { table: 'integrity.progress', column: 'position', isFollowers: true },
  { table: 'integrity.run', column: 'point_position', isFollowers: false },
  { table: 'integrity.run', column: 'found_position', isFollowers: false },
  { table: 'webhook.progress', column: 'position', isFollowers: true },
  { table: 'webhook.delivery', column: 'position', isFollowers: false },
  { table: 'parking.parked', column: 'position', isFollowers: false },
  { table: 'parking.parked', column: 'resume_at', isFollowers: false },
] as const;
type PositionColumn = (typeof positionColumns)[number];

const pairsAtOnce = 5_000;

/**
 * Takes down which position of one log is which of its copy, in a temporary table of the open transaction, and
 * then puts every position that the services remember to that of the same event, or of the last one before it. Of a
 * follower's that an earlier version has kept, always to the one before: see `makeSure`.
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
      for (const position of positionColumns) {
        const { table, column } = position;
        if (!(await isThere(client, table))) continue;
        const sure = await sureOf(client, position);
        await client.query(
          `update ${table} set ${column} = coalesce(
             (select becomes from translated where was < ${column} or (was = ${column} and ${sure.is})
              order by was desc limit 1), 0)
           where ${column} is not null`,
        );
        if (sure.becomes) await client.query(`update ${table} set ${sure.becomes}`);
      }
    },
  };
};

/** No remembered position may be behind the end of the log: what comes next would be taken for known. */
export const boundPositions = async (client: ClientBase, end: number): Promise<void> => {
  for (const position of positionColumns) {
    const { table, column } = position;
    if (!(await isThere(client, table))) continue;
    const sure = await sureOf(client, position);
    await client.query(`update ${table} set ${column} = $1 where ${column} > $1`, [end]);
    if (sure.becomes) await client.query(`update ${table} set ${sure.becomes} where position = $1`, [end]);
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

/** Whether a position is for sure that of an event, as a condition; and what makes it so, where that is kept. */
const sureOf = async (
  client: ClientBase,
  { table, isFollowers }: PositionColumn,
): Promise<{ readonly is: string; readonly becomes?: string }> => {
  if (!isFollowers) return { is: 'true' };
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass($1) and attname = 'event_position'`,
    [table],
  );
  if (!rowCount) return { is: 'false' };
  return { is: isSure, becomes: 'event_position = position' };
};

const isThere = async (client: ClientBase, table: string): Promise<boolean> =>
  (await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])).rows[0]
    ?.found === true;
