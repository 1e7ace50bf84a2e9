import type { Pool, PoolClient } from 'pg';
import { isSure } from '#eventstore/follow/sure-position.ts';
import type { EventStore, Position, Recorded } from '#eventstore/types.ts';

const withinMs = 10_000;

/** How far a policy has come; 0 where it never ran. */
export const checkpointOf = async (
  client: Pool | PoolClient,
  store: Pick<EventStore, 'lastBefore'>,
  name: string,
): Promise<Position> => {
  const { rows } = await client.query<{ position: number; sure: boolean }>(
    `select position::float8 as position, ${isSure} as sure from policy.checkpoint where name = $1`,
    [name],
  );
  const [row] = rows;
  if (!row || row.sure) return row?.position ?? 0;
  return store.lastBefore(row.position);
};

/**
 * What the log holds after a position, up to its end now: for those who act on what a policy remembers, and must not
 * pass over what it has not taken in yet. Undefined when there are more than `most`.
 */
export const eventsSince = async (
  store: Pick<EventStore, 'subscribe' | 'head'>,
  after: Position,
  most: number,
): Promise<readonly Recorded[] | undefined> => {
  const head = await store.head();
  const events: Recorded[] = [];
  if (head <= after) return events;
  const reading = new AbortController();
  const signal = AbortSignal.any([reading.signal, AbortSignal.timeout(withinMs)]);
  try {
    for await (const batch of store.subscribe({ after: after || undefined, maxBatch: 500, signal })) {
      events.push(...batch.events);
      if (batch.position >= head) return events;
      if (events.length > most) return undefined;
    }
  } finally {
    reading.abort();
  }
  return undefined;
};
