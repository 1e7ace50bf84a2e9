import type { Pool, PoolClient } from 'pg';
import { isSure } from '#eventstore/follow/sure-position.ts';
import type { EventStore, Position, Recorded, Unreadable } from '#eventstore/types.ts';

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

/** What a policy has not taken in yet. Of what cannot be read nobody knows what it concerns. */
export type News = { readonly events: readonly Recorded[]; readonly unreadable: readonly Unreadable[] };

/**
 * What the log holds after a position, up to its end now: for those who act on what a policy remembers, and must not
 * pass over what it has not taken in yet. Undefined when there are more than `most`.
 */
export const eventsSince = async (
  store: Pick<EventStore, 'subscribe' | 'head'>,
  after: Position,
  most: number,
): Promise<News | undefined> => {
  const head = await store.head();
  const events: Recorded[] = [];
  const unreadable: Unreadable[] = [];
  if (head <= after) return { events, unreadable };
  const reading = new AbortController();
  const signal = AbortSignal.any([reading.signal, AbortSignal.timeout(withinMs)]);
  try {
    const from = { after: after || undefined, unreadable: 'given' as const };
    for await (const batch of store.subscribe({ ...from, maxBatch: 500, signal })) {
      events.push(...batch.events);
      unreadable.push(...(batch.unreadable ?? []));
      if (batch.position >= head) return { events, unreadable };
      if (events.length > most) return undefined;
    }
  } finally {
    reading.abort();
  }
  return undefined;
};
