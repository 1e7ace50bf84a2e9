import type { Pool } from 'pg';
import { lagOf, readCheckpoints } from '#projections/checkpoint.ts';
import { findUnattended, oldestUnopenedSeconds } from '../connections/attendance.ts';
import { messageTotals } from '../connections/ledger.ts';
import type { App, Gateway } from '../gateway.ts';
import type { Metrics } from './metrics.ts';

const patienceMs = 2_000;
/** A read model may be behind for this long before readiness turns red. */
const behindToleranceMs = 10_000;

/** `/healthz`: this process lives. `/readyz`: what it needs does too; 503 when not. `/metrics` for Prometheus. */
export const addHealth = (app: App, gateway: Gateway): void => {
  const { pool, metrics, head } = gateway;
  const behindSince = new Map<string, number>();
  const hidden = { schema: { hide: true } };

  const readModels = async () => {
    const checkpoints = await readCheckpoints(pool);
    return checkpoints.map(checkpoint => {
      const lag = lagOf(checkpoint);
      metrics.projectionLag.set({ projection: checkpoint.name }, lag);
      if (lag === 0) behindSince.delete(checkpoint.name);
      else if (!behindSince.has(checkpoint.name)) behindSince.set(checkpoint.name, Date.now());
      const since = behindSince.get(checkpoint.name);
      const late = since !== undefined && Date.now() - since > behindToleranceMs;
      const { name, position, live, error } = checkpoint;
      return { name, position, live, lag, error, ok: error === null && !late };
    });
  };

  const providers = gateway.simulatorUrl ? ['simulator', 'beta'] : ['beta'];
  const attendance = async () => {
    const [gone, seconds] = await Promise.all([findUnattended(pool, providers), oldestUnopenedSeconds(pool)]);
    metrics.oldestUnopened.set(seconds);
    for (const connector of providers) metrics.unattended.set({ connector }, 0);
    for (const { connector, connections } of gone) metrics.unattended.set({ connector }, connections);
    return { gone, oldestUnopenedSeconds: Math.round(seconds) };
  };

  app.get('/healthz', hidden, async () => ({ ok: true }));

  app.get('/readyz', hidden, async (_request, reply) => {
    const [postgres, eventStore, projections, sessions, connectors] = await Promise.all([
      check(pool.query('select 1').then(() => ({}))),
      check(head().then(position => ({ position }))),
      check(readModels().then(models => ({ models }))),
      check(sessionCounts(pool).then(connections => ({ connections }))),
      check(attendance()),
    ]);
    const modelsOk = 'models' in projections && projections.models.every(model => model.ok);
    const allThere = 'gone' in connectors && connectors.gone.length === 0;
    const ok = postgres.ok && eventStore.ok && projections.ok && modelsOk && sessions.ok && allThere;
    return reply.code(ok ? 200 : 503).send({
      ok,
      version: gateway.version,
      postgres,
      eventStore,
      projections: { ...projections, ok: modelsOk },
      sessions,
      connectors: { ...connectors, ok: allThere },
    });
  });

  app.get('/metrics', hidden, async (_request, reply) => {
    await Promise.all([check(readModels()), check(countMessages(pool, metrics)), check(attendance())]);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
};

/** received = the sum of what became of them, over all connections and days. */
const countMessages = async (pool: Pool, { received, settled }: Metrics) => {
  const totals = await messageTotals(pool);
  received.set(totals.received);
  settled.reset();
  for (const [outcome, count] of Object.entries(totals.settled)) settled.set({ outcome }, count);
  return {};
};

/** How many WhatsApp connections are in which status; nothing before the connector has run. */
const sessionCounts = async (pool: Pool): Promise<Record<string, number>> => {
  const { rows: found } = await pool.query(`select to_regclass('connector.session') as t`);
  if (!found[0]?.t) return {};
  const { rows } = await pool.query<{ status: string; count: number }>(
    'select status, count(*) as count from connector.session group by status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

const check = async <Result extends object>(work: Promise<Result>) => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  });
  try {
    return { ok: true as const, ...(await Promise.race([work, late])) };
  } catch (error) {
    return { ok: false as const, problem: error instanceof Error ? error.name : 'unknown' };
  } finally {
    clearTimeout(timer);
  }
};
