import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Scene } from './scene.ts';

export type Spread = { readonly rows: number; readonly median: number; readonly max: number };
export type KeyFigures = {
  /** Bytes of the sealed records that the connector keeps, by type. */
  readonly records: Readonly<Record<'session' | 'sender-key', Spread>>;
  /** One-time keys that were fetched of each contact's phone so far. */
  readonly fetched: Spread;
};

const sizes = `
  select type, count(*)::int as rows, max(octet_length(value))::float8 as max,
    percentile_cont(0.5) within group (order by octet_length(value)) as median
  from connector.wa_key where account = $1 and type in ('session', 'sender-key') group by type`;

const nothing: Spread = { rows: 0, median: 0, max: 0 };

export const readKeyFigures = async ({ pool, product, connectionId, chats }: Scene): Promise<KeyFigures> => {
  const { rows } = await pool.query<Spread & { type: string }>(sizes, [connectionId]);
  const of = (wanted: string): Spread => {
    const found = rows.find(({ type }) => type === wanted);
    return found ? { rows: found.rows, median: found.median, max: found.max } : nothing;
  };
  const people = new Set(chats.flatMap(chat => (chat.group === undefined ? chat.people : [])));
  return {
    records: { session: of('session'), 'sender-key': of('sender-key') },
    fetched: fetchedOf(join(product.dataDir, 'simulator', 'simulator.db'), people),
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
