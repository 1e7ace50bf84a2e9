import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { EventStore, Position, Recorded } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import type { FollowDeps } from './follow-policy.ts';
import { stillQuiet } from './quiet-tickets.ts';
import { quietTicketsPolicy } from './quiet-tickets-policy.ts';

export type SilenceDeps = Pick<FollowDeps, 'pool' | 'log'> & {
  /** For what is asked while a connection of `pool` is held. */
  readonly innerPool: Pool;
  readonly store: Pick<EventStore, 'subscribe' | 'head'>;
  readonly commands: Pick<Commands, 'ticket' | 'message'>;
  /** What counts where a company has said nothing; 0 closes none. */
  readonly hours: number;
};
/** A ticket that is silent, and since when. */
export type Silent = { readonly ticket_id: string; readonly company_id: string; readonly since: string };

export const atOnce = 50;
/** What the policy has not taken in yet is read before anything is done; when it is this far behind, it comes first. */
const mostBehind = 5_000;
const readWithinMs = 10_000;

type Looking = {
  /** Takes rows that nobody else looks at; its parameters are the installation's hours and how many at most. */
  readonly due: string;
  readonly act: (row: Silent) => Promise<void>;
  /** Notes what was done; its parameter is the tickets. */
  readonly done: string;
};

/**
 * Does something to each ticket that is due; answers how many. What was written up to the look wins: the log is read to
 * its end first. What is done before a crash is done again: it must be idempotent.
 */
export const lookAtSilent = (deps: SilenceDeps, { due, act, done }: Looking): Promise<number> =>
  inTransaction(deps.pool, async client => {
    const known = await positionOf(client);
    const { rows } = await client.query<Silent>(due, [deps.hours, atOnce]);
    if (rows.length === 0) return 0;
    const news = await eventsSince(deps.store, known);
    if (!news) return 0;
    const quiet = stillQuiet(
      rows.map(row => row.ticket_id),
      news,
    );
    const silent = rows.filter(row => quiet.has(row.ticket_id));
    for (const row of silent) await act(row);
    await client.query(done, [silent.map(row => row.ticket_id)]);
    return silent.length;
  });

/** Read before the rows are: they are no older. */
const positionOf = async (client: PoolClient): Promise<Position> => {
  const { rows } = await client.query<{ position: string }>(
    'select position from policy.checkpoint where name = $1',
    [quietTicketsPolicy.name],
  );
  return Number(rows[0]?.position ?? 0);
};

/** Undefined when there are too many. */
const eventsSince = async (
  store: SilenceDeps['store'],
  after: Position,
): Promise<readonly Recorded[] | undefined> => {
  const head = await store.head();
  const events: Recorded[] = [];
  if (head <= after) return events;
  const reading = new AbortController();
  const signal = AbortSignal.any([reading.signal, AbortSignal.timeout(readWithinMs)]);
  try {
    for await (const batch of store.subscribe({ after: after || undefined, maxBatch: 500, signal })) {
      events.push(...batch.events);
      if (batch.position >= head) return events;
      if (events.length > mostBehind) return undefined;
    }
  } finally {
    reading.abort();
  }
  return undefined;
};
