import type { PoolClient } from 'pg';
import { isRejection } from '#domain/shared/decision.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { pause } from '#eventstore/pause.ts';
import type { EventStore, Position, Recorded } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import type { FollowDeps } from './follow-policy.ts';
import { policyNames } from './names.ts';
import { stillQuiet } from './quiet-tickets.ts';
import { quietTicketsPolicy } from './quiet-tickets-policy.ts';

type Deps = Pick<FollowDeps, 'pool' | 'log'> & {
  readonly store: Pick<EventStore, 'subscribe' | 'head'>;
  readonly commands: Pick<Commands, 'ticket'>;
  readonly hours: number;
};
type Due = { readonly ticket_id: string; readonly company_id: string; readonly since: string };

const name = policyNames.autoClose;
const everyMs = 30_000;
/** After a failure. */
const againAfterMs = 2_000;
const atOnce = 50;
/** What the policy has not taken in yet is read before anything is closed; when it is this far behind, it comes first. */
const mostBehind = 5_000;
const readWithinMs = 10_000;

/**
 * Closes open tickets in which nothing was written for so many hours, until the signal aborts. A time when nobody
 * looked delays that and skips none. Several processes may do it at once.
 */
export const closeQuietTickets = async (
  deps: Deps & Pick<FollowDeps, 'signal'>,
  report: FollowerReport,
): Promise<void> => {
  const { log, signal } = deps;
  while (!signal.aborted) {
    const closed = await closeDue(deps).catch(error => {
      if (signal.aborted) return 0;
      log.warn({ err: error, policy: name }, 'silent tickets could not be looked at');
      report.failed(error);
      return undefined;
    });
    if (closed !== undefined) report.succeeded();
    if (closed === undefined) await pause(againAfterMs, signal);
    else if (closed < atOnce) await pause(everyMs, signal);
  }
};

/**
 * One look; answers how many it closed. What was written up to the look wins over closing: the log is read to its
 * end first. What is written later finds the ticket closed, and stands in the one that is opened instead.
 */
export const closeDue = (deps: Deps): Promise<number> =>
  inTransaction(deps.pool, async client => {
    const known = await positionOf(client);
    const { rows } = await client.query<Due>(takeDue, [deps.hours * 3_600, atOnce]);
    if (rows.length === 0) return 0;
    const news = await eventsSince(deps.store, known);
    if (!news) return 0;
    const quiet = stillQuiet(
      rows.map(row => row.ticket_id),
      news,
    );
    const due = rows.filter(row => quiet.has(row.ticket_id));
    for (const row of due) await close(deps, row);
    await client.query('delete from policy.quiet_ticket where ticket_id = any($1::uuid[])', [
      due.map(row => row.ticket_id),
    ]);
    return due.length;
  });

/** Read before the rows are: they are no older. */
const positionOf = async (client: PoolClient): Promise<Position> => {
  const { rows } = await client.query<{ position: string }>(
    'select position from policy.checkpoint where name = $1',
    [quietTicketsPolicy.name],
  );
  return Number(rows[0]?.position ?? 0);
};

const takeDue = `
  select ticket_id, company_id, quiet_since::text as since from policy.quiet_ticket
  where quiet_since <= now() - make_interval(secs => $1)
  order by quiet_since limit $2 for update skip locked`;

/** Undefined when there are too many. */
const eventsSince = async (
  store: Deps['store'],
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

const close = async ({ commands, log }: Deps, { ticket_id: ticketId, company_id: companyId, since }: Due) => {
  const commandId = deriveId(name, ticketId, since);
  const at = new Date().toISOString();
  const actor = { kind: 'policy' as const, name };
  const outcome = await commands.ticket.closeQuiet(
    { companyId, commandId, at, actor, principal: null },
    { ticketId },
  );
  if (!isRejection(outcome)) return;
  if (outcome.rejected === 'ERR_CONFLICT') throw new Error(`lost every race for ticket ${ticketId}`);
  log.warn({ policy: name, ticketId, rejected: outcome.rejected }, 'policy was refused');
};
