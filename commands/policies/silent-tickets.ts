import type { Pool, PoolClient } from 'pg';
import { type Aside, mayBeTried, workOff } from '#eventstore/parking/set-aside.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import type { FollowDeps } from './follow-policy.ts';
import { followerName, policyNames } from './names.ts';
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
/** As what fails is set aside under. */
export const silenceWorker = followerName(policyNames.autoClose);

type Looking = {
  /** Says for what a ticket is looked at: each is set aside by itself. */
  readonly what: string;
  /** Which rows of `q` are due; its parameter `$1` is the installation's hours. */
  readonly due: string;
  readonly act: (row: Silent) => Promise<void>;
  /** Notes what was done; its parameter is the ticket. */
  readonly done: string;
};

/**
 * Does something to each ticket that is due; answers how many it has tried. What was written up to the look wins: the log
 * is read to its end first. Each ticket is a transaction of its own, and one that fails holds up no other. What is done
 * before a crash is done again: it must be idempotent.
 */
export const lookAtSilent = async (
  { pool, store, hours }: SilenceDeps,
  aside: Aside,
  { what, due, act, done }: Looking,
): Promise<number> => {
  const free = `${due} and ${mayBeTried(`'${silenceWorker}'`, `'${what} ' || q.ticket_id`)}`;
  // Before the rows are read: they are no older.
  const known = await checkpointOf(pool, store, quietTicketsPolicy.name);
  const { rows } = await pool.query<Silent>(`${free} order by q.quiet_since limit $2`, [hours, atOnce]);
  if (rows.length === 0) return 0;
  const news = await eventsSince(store, known, mostBehind);
  if (!news) return 0;
  const ids = rows.map(row => row.ticket_id);
  const quiet = stillQuiet(ids, news.events);
  // Of what cannot be read nobody knows in which ticket it stands, until the policy has passed it.
  const unsure = new Set(news.unreadable.map(({ companyId }) => companyId));
  const left = rows.filter(row => quiet.has(row.ticket_id) && !unsure.has(row.company_id));
  const one = `${free} and q.ticket_id = any($2::uuid[]) order by q.quiet_since limit 1 for update of q skip locked`;
  const next = async (client: PoolClient): Promise<Silent | undefined> =>
    (await client.query<Silent>(one, [hours, left.map(row => row.ticket_id)])).rows[0];
  return workOff<Silent>({
    ...{ pool, aside, next, most: left.length },
    pieceOf: row => ({ key: `${what} ${row.ticket_id}`, companyId: row.company_id }),
    work: async (client, row) => {
      await act(row);
      await client.query(done, [row.ticket_id]);
    },
  });
};
