import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { Provider } from '#domain/connection/events.ts';
import { unwatched } from '#eventstore/follow/report.ts';
import { keepLooking } from '#eventstore/parking/keep-looking.ts';
import { type Aside, mayBeTried, openAside } from '#eventstore/parking/set-aside.ts';
import { pause } from '#eventstore/pause.ts';
import { failAbandonedFiles } from '../media/abandoned-files.ts';
import { readRow, rowColumns, type StoredRow } from './outbox.ts';
import { tellFailed } from './outcomes.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly commands: Commands;
  readonly provider: Provider;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
};

const page = 100;
const everyMs = 5_000;
const reason = 'ERR_NO_WAPP_FOUND';

/** As what fails of removed connections is set aside under. */
export const abandonedWorker = (provider: Provider): string => `connector ${provider} abandoned`;

/**
 * Fails what waits for connections that were removed, messages and files: nobody will send or get it. `run` does until the
 * signal aborts, and looks at once after `wake`. One that fails is set aside and tried again, and holds up no other. Any
 * number of processes may do it at once.
 */
export const openAbandoned = (dependencies: Dependencies) => {
  const { pool, provider, log, signal } = dependencies;
  const worker = abandonedWorker(provider);
  const aside = openAside({ pool, worker, log });
  let woken = Promise.withResolvers<void>();
  const rest = async (milliseconds: number): Promise<void> => {
    const resting = new AbortController();
    await Promise.race([woken.promise, pause(milliseconds, AbortSignal.any([signal, resting.signal]))]);
    resting.abort();
    woken = Promise.withResolvers();
  };
  const looking = { log, signal, report: unwatched, everyMs, atOnceAfter: page, begin: aside.begin, rest };
  return {
    wake: (): void => woken.resolve(),
    run: () =>
      keepLooking(looking, async () => {
        await aside.look();
        const messages = await failAbandonedMessages(dependencies, aside);
        return Math.max(messages, await failAbandonedFiles({ ...dependencies, worker, page }, aside));
      }),
  };
};

/** Fails some messages, and changes of messages; answers how many it has tried. */
const failAbandonedMessages = async (
  { pool, commands, provider, signal }: Dependencies,
  aside: Aside,
): Promise<number> => {
  const { rows } = await pool.query<StoredRow & { connection_id: string; company_id: string }>(abandoned, [
    ...[provider, page, abandonedWorker(provider)],
  ]);
  for (const row of rows) {
    if (signal.aborted) break;
    const place = { companyId: row.company_id, connectionId: row.connection_id };
    await aside.attempt({ key: row.id, companyId: row.company_id }, async () => {
      // The log knows that WhatsApp has a message a moment before its row does.
      await tellFailed(commands, place, { row: readRow(row), reason, unlessSent: true });
      await pool.query(failed, [row.id, row.position]);
    });
  }
  return rows.length;
};

// Not as one list of states: each of the two is found in an index of its own.
const abandoned = `
  select ${rowColumns}, o.connection_id, o.company_id
  from connector.reachable c join connector.outbox o on o.connection_id = c.connection_id
  where c.removed and c.provider = $1 and (o.state = 'queued' or o.state = 'sending')
    and ${mayBeTried('$3', 'o.id::text')}
  order by o.position limit $2`;
const failed = `
  update connector.outbox set state = 'failed', updated_at = now()
  where id = $1 and position = $2 and state in ('queued', 'sending')`;
