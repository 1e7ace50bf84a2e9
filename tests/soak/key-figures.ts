import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Scene } from './scene.ts';

export type Spread = { readonly rows: number; readonly median: number; readonly max: number };
/** By what they are of. */
export type KeyFigures = Readonly<Record<string, Spread>>;

const sizes = `
  select type, count(*)::int as rows, max(octet_length(value))::float8 as max,
    percentile_cont(0.5) within group (order by octet_length(value)) as median
  from connector.wa_key where account = $1 group by type order by type`;

/**
 * Bytes of the sealed records that the connector keeps, by type, and how many one-time keys of each contact's phone
 * were fetched so far.
 */
export const readKeyFigures = async ({ pool, product, connectionId, chats }: Scene): Promise<KeyFigures> => {
  const { rows: found } = await pool.query<Spread & { type: string }>(sizes, [connectionId]);
  const people = new Set(chats.flatMap(chat => (chat.group === undefined ? chat.people : [])));
  return {
    ...Object.fromEntries(
      found.map(({ type, rows, median, max }) => [`${type}, bytes`, { rows, median, max }]),
    ),
    'one-time keys fetched of a contact': fetchedOf(
      join(product.dataDir, 'simulator', 'simulator.db'),
      people,
    ),
  };
};

/** The simulated phones number the keys that they hand out. */
const fetchedOf = (file: string, people: ReadonlySet<string>): Spread => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const counts = database
      .prepare('select number, next_prekey - 1 as fetched from person')
      .all()
      .filter(({ number }) => people.has(String(number)))
      .map(({ fetched }) => Number(fetched))
      .sort((a, b) => a - b);
    return { rows: counts.length, median: counts[counts.length >> 1] ?? 0, max: counts.at(-1) ?? 0 };
  } finally {
    database.close();
  }
};
