import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { listen } from '#eventstore/database/listen.ts';
import { aloneOn } from '#eventstore/follow/hold.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import { pause } from '#eventstore/pause.ts';
import { lookAgain } from './delivery-outcomes.ts';
import { pruneDeliveries } from './delivery-rows.ts';
import { createDispatcher, type DispatcherDeps } from './dispatcher.ts';
import { dueChannel, webhookFollowers } from './names.ts';

export type DeliveriesDeps = DispatcherDeps & {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly signal: AbortSignal;
  readonly reportOf?: ((name: string) => FollowerReport) | undefined;
};

/** How often it is looked for what fell due; what is noted now is heard of at once. */
const lookEveryMs = 1_000;
const pruneEveryMs = 600_000;
const againAfterMs = 2_000;

/**
 * Makes deliveries until the signal aborts. Of several processes one does, the others wait for its end: what it was
 * sending then is sent again, under the same id.
 */
export const runDeliveries = async (deps: DeliveriesDeps): Promise<void> => {
  const { databaseUrl, log, signal } = deps;
  const report = deps.reportOf?.(webhookFollowers.deliveries) ?? unwatched;
  const config = { connectionString: databaseUrl, application_name: 'webhook deliveries' };
  const hold = aloneOn(config, 'balcao.webhook-deliveries');
  while (!signal.aborted) {
    try {
      await hold(signal, (_, alive) => deliver(deps, alive, report));
    } catch (error) {
      if (signal.aborted) return;
      report.failed(error);
      log.warn({ err: error }, 'deliveries to webhooks were interrupted, they begin again');
      await pause(againAfterMs, signal);
    }
  }
};

const deliver = async (deps: DeliveriesDeps, alive: AbortSignal, report: FollowerReport): Promise<void> => {
  const { databaseUrl, pool, log, now } = deps;
  const dispatcher = createDispatcher(deps);
  const listening = listen({
    from: { connectionString: databaseUrl, application_name: 'webhook deliveries' },
    channels: [dueChannel],
    heard: (_, ids) => void dispatcher.look(ids ? ids.split(',') : undefined).catch(() => undefined),
    listening: () => void dispatcher.look().catch(() => undefined),
    log,
  });
  let prunedAt = Number.NEGATIVE_INFINITY;
  try {
    await lookAgain(pool, now());
    while (!alive.aborted) {
      await dispatcher.look();
      report.succeeded();
      if (performance.now() - prunedAt > pruneEveryMs) {
        if ((await pruneDeliveries(pool, now())) === 0) prunedAt = performance.now();
      }
      await pause(lookEveryMs, alive);
    }
  } finally {
    await listening.close();
    await dispatcher.stop();
  }
};
