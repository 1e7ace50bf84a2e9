import type { Pool } from 'pg';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import type { FollowDeps } from './follow-policy.ts';
import { stillQuiet } from './quiet-tickets.ts';
import { quietTicketsPolicy } from './quiet-tickets-policy.ts';
import { checkpointOf, eventsSince } from './read-ahead.ts';

export type SilenceDeps = Pick<FollowDeps, 'pool' | 'log'> & {
  /** For what is asked while a connection of `pool` is held. */
  readonly innerPool: Pool;
  readonly store: Pick<EventStore, 'subscribe' | 'head' | 'lastBefore'>;
  readonly commands: Pick<Commands, 'ticket' | 'message'>;
  /** What counts where a company has said nothing; 0 closes none. */
  readonly hours: number;
};
/** A ticket that is silent, and since when. */
export type Silent = { readonly ticket_id: string; readonly company_id: string; readonly since: string };

export const atOnce = 50;
/** What the policy has not taken in yet is read before anything is done; when it is this far behind, it comes first. */
const mostBehind = 5_000;

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
    // Before the rows are read: they are no older.
    const known = await checkpointOf(client, deps.store, quietTicketsPolicy.name);
    const { rows } = await client.query<Silent>(due, [deps.hours, atOnce]);
    if (rows.length === 0) return 0;
    const news = await eventsSince(deps.store, known, mostBehind);
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
