import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Provider } from '#domain/connection/events.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { follow } from '#eventstore/follow/follow.ts';
import { besideOthers } from '#eventstore/follow/hold.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { readSure } from '#eventstore/follow/sure-position.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { persistently } from '../retry.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly provider: Provider;
  readonly log: Logger;
  readonly report: FollowerReport;
  readonly signal: AbortSignal;
};

const mostUnwritten = 1_000;

/**
 * Resolves once the provider has, or had, a connection. Until then a connector reads nothing but the events of
 * connections: one that nobody has asked for yet costs next to nothing.
 */
export const untilNeeded = async (dependencies: Dependencies): Promise<void> => {
  const { pool, store, provider, log, report, signal } = dependencies;
  const name = `standby:${provider}`;
  const started = await persistently(() => pool.query(hasStarted, [provider, `log:${provider}`]), { signal });
  if (started.rowCount !== 0) return;
  log.debug('no connection of this provider yet: standing by');
  const needed = new AbortController();
  let unwritten = 0;
  await follow({
    ...{ name: `connector ${provider}`, store, log, report, hold: besideOthers },
    subscription: { categories: ['connection'], maxBatch: 500 },
    signal: AbortSignal.any([signal, needed.signal]),
    open: async () => {
      const row = { table: 'connector.checkpoint', where: 'name = $1', values: [name] };
      const read = await inTransaction(pool, client => readSure(client, store, row));
      return {
        after: read?.position,
        take: async batch => {
          // What cannot be read may be one of this provider.
          if (batch.unreadable || batch.events.some(event => isFor(event, provider))) needed.abort();
          unwritten += batch.events.length;
          if (!needed.signal.aborted && unwritten >= mostUnwritten) {
            await pool.query(writePlace, [name, batch.position]);
            unwritten = 0;
          }
          return true;
        },
      };
    },
  });
  signal.throwIfAborted();
  await persistently(() => pool.query('delete from connector.checkpoint where name = $1', [name]), {
    signal,
  });
};

const hasStarted = `
  select from connector.session where provider = $1
  union all select from connector.checkpoint where name = $2 and position > 0`;
const writePlace = `
  insert into connector.checkpoint (name, position, event_position) values ($1, $2, $2)
  on conflict (name) do update set position = excluded.position, event_position = excluded.event_position`;

const isFor = (event: Recorded, provider: Provider): boolean =>
  (event.type === 'ConnectionCreated' || event.type === 'ConnectionChanged') &&
  event.data.provider === provider;
