import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Provider } from '#domain/connection/events.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { persistently } from '../retry.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly provider: Provider;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

const mostUnwritten = 1_000;

/**
 * Resolves once the provider has, or had, a connection. Until then a connector reads nothing but the events of
 * connections: one that nobody has asked for yet costs next to nothing.
 */
export const untilNeeded = async ({ pool, store, provider, log, signal }: Dependencies): Promise<void> => {
  const name = `standby:${provider}`;
  const started = await persistently(() => pool.query(hasStarted, [provider, `log:${provider}`]), { signal });
  if (started.rowCount !== 0) return;
  const { rows } = await persistently(() => pool.query<{ position: number }>(readPlace, [name]), { signal });
  log.debug('no connection of this provider yet: standing by');
  let unwritten = 0;
  const after = rows[0]?.position;
  for await (const batch of store.subscribe({ after, categories: ['connection'], maxBatch: 500, signal })) {
    if (batch.events.some(event => isFor(event, provider))) break;
    unwritten += batch.events.length;
    if (unwritten < mostUnwritten) continue;
    unwritten = 0;
    await persistently(() => pool.query(writePlace, [name, batch.position]), { signal });
  }
  signal.throwIfAborted();
  await persistently(() => pool.query('delete from connector.checkpoint where name = $1', [name]), {
    signal,
  });
};

const hasStarted = `
  select from connector.session where provider = $1
  union all select from connector.checkpoint where name = $2 and position > 0`;
const readPlace = 'select position::float8 as position from connector.checkpoint where name = $1';
const writePlace = `
  insert into connector.checkpoint (name, position) values ($1, $2)
  on conflict (name) do update set position = excluded.position`;

const isFor = (event: Recorded, provider: Provider): boolean =>
  (event.type === 'ConnectionCreated' || event.type === 'ConnectionChanged') &&
  event.data.provider === provider;
