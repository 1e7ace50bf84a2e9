import type { Pool } from 'pg';
import { type HistoryHealth, historyHealth } from '#commands/integrity/findings.ts';
import { deliveriesSetAside } from '#commands/webhook/delivery-queries.ts';
import {
  findUnattended,
  oldestUnopenedSeconds,
  unhandledRejections,
} from '#connector/interface/attendance.ts';
import { messageTotals } from '#connector/interface/ledger.ts';
import { countSessions } from '#connector/interface/sessions.ts';
import { outageOf } from '#domain/shared/outage.ts';
import { type Follower, readFollowers } from '#eventstore/follow/states.ts';
import { readParkedAside } from '#eventstore/parking/read-parked.ts';
import { lagOf, readCheckpoints, readParked } from '#projections/checkpoint.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import type { Metrics } from './metrics.ts';
import { isOperator } from './operators.ts';

const patienceMs = 2_000;
/** A read model may be behind for this long before readiness turns red. */
const behindToleranceMs = 10_000;

/** So many of what is parked are named, the oldest first. */
const mostNamed = 20;

/**
 * `/healthz`: this process lives. `/readyz`: what it needs does too; 503 when not. `/metrics` for Prometheus. Everybody
 * is told whether; what and how much is for operators.
 */
export const addHealth = (app: App, gateway: Gateway): void => {
  const { pool, metrics, head } = gateway;
  const behindSince = new Map<string, number>();
  const hidden = { schema: { hide: true } };

  const readModels = async () => {
    const [checkpoints, parked] = await Promise.all([readCheckpoints(pool), readParked(pool)]);
    reportParked(metrics, parked);
    return checkpoints.map(checkpoint => {
      const lag = lagOf(checkpoint);
      metrics.projectionLag.set({ projection: checkpoint.name }, lag);
      if (lag === 0) behindSince.delete(checkpoint.name);
      else if (!behindSince.has(checkpoint.name)) behindSince.set(checkpoint.name, Date.now());
      const since = behindSince.get(checkpoint.name);
      const late = since !== undefined && Date.now() - since > behindToleranceMs;
      const { name, position, live, error } = checkpoint;
      const waiting = parked.filter(({ projection }) => projection === name);
      const ok = error === null && !late && waiting.length === 0;
      return { name, position, live, lag, error, parked: waiting.slice(0, mostNamed), ok };
    });
  };

  const providers = gateway.simulatorUrl ? ['simulator', 'beta'] : ['beta'];
  const attendance = async () => {
    const [gone, seconds, unheard] = await Promise.all([
      findUnattended(pool, providers),
      oldestUnopenedSeconds(pool),
      unhandledRejections(pool),
    ]);
    metrics.oldestUnopened.set(seconds);
    for (const { connector, failures } of unheard) metrics.unheard.set({ connector }, failures);
    for (const connector of providers) metrics.unattended.set({ connector }, 0);
    for (const { connector, connections } of gone) metrics.unattended.set({ connector }, connections);
    return { gone, oldestUnopenedSeconds: Math.round(seconds) };
  };

  const isOurs = ({ name }: { readonly name: string }) =>
    !name.startsWith('connector ') || providers.some(provider => name === `connector ${provider}`);
  const followers = async () => {
    const list = (await readFollowers(pool, gateway.followers)).filter(isOurs);
    measureFollowers(metrics, list);
    return { list };
  };
  const webhooks = async () => {
    const { count, oldest } = await deliveriesSetAside(pool, mostNamed);
    metrics.deliveriesSetAside.set(count);
    return { setAside: count, deliveries: oldest };
  };

  /** What followers and workers have set aside; what read models wait for stands with those. */
  const parked = async () => {
    const all = await readParkedAside(pool);
    measureParked(metrics, all);
    return { count: all.length, list: all.slice(0, mostNamed) };
  };
  const history = async () => {
    const health = await historyHealth(pool);
    measureHistory(metrics, health);
    const { findings, oldestWholeAt } = health;
    // What is found wrong is for people to look into: the product goes on meanwhile.
    const found = findings.map(({ companyId, fault, foundAt }) => ({ companyId, ...fault, foundAt }));
    return { isSound: findings.length === 0, findings: found, oldestWholeAt };
  };

  app.get('/healthz', hidden, async () => ({ ok: true }));

  app.get('/readyz', hidden, async (request, reply) => {
    const [
      postgres,
      eventStore,
      projections,
      followed,
      waiting,
      sessions,
      connectors,
      delivering,
      histories,
    ] = await Promise.all([
      check(mustWrite(pool)),
      check(head().then(position => ({ position }))),
      check(readModels().then(models => ({ models }))),
      check(followers()),
      check(parked()),
      check(countSessions(pool).then(connections => ({ connections }))),
      check(attendance()),
      check(webhooks()),
      check(history()),
    ]);
    const modelsOk = 'models' in projections && projections.models.every(model => model.ok);
    const allThere = 'gone' in connectors && connectors.gone.length === 0;
    const allFollow = 'list' in followed && followed.list.every(follower => follower.ok);
    const nothingWaits = 'count' in waiting && waiting.count === 0;
    const allMade = 'setAside' in delivering && delivering.setAside === 0;
    const readable = projections.ok && modelsOk && sessions.ok;
    const ok = postgres.ok && eventStore.ok && readable && nothingWaits && allFollow && allThere && allMade;
    reply.code(ok ? 200 : 503);
    if (!isOperator(request, gateway)) return reply.send({ ok });
    return reply.send({
      ok,
      version: gateway.version,
      postgres,
      eventStore,
      projections: { ...projections, ok: modelsOk },
      followers: { ...followed, ok: allFollow },
      parked: { ...waiting, ok: nothingWaits },
      sessions,
      connectors: { ...connectors, ok: allThere },
      webhooks: { ...delivering, ok: allMade },
      history: histories,
    });
  });

  app.get('/metrics', hidden, async (request, reply) => {
    if (!isOperator(request, gateway)) throw refuse('ERR_UNAUTHENTICATED');
    const models = [check(readModels()), check(followers()), check(parked()), check(history())];
    await Promise.all([
      ...models,
      check(countMessages(pool, metrics)),
      check(attendance()),
      check(webhooks()),
    ]);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
};

/** Each of the oldest is a series of its own; the others are counted together under no name. */
const reportParked = ({ parked: gauge }: Metrics, parked: Awaited<ReturnType<typeof readParked>>): void => {
  gauge.reset();
  for (const [index, { projection, scope, companyId, stream }] of parked.entries()) {
    const name = index >= mostNamed ? '' : scope === 'tenant' ? companyId : stream;
    gauge.inc({ projection, scope, name });
  }
};

const measureParked = (
  { parkedAside: gauge }: Metrics,
  parked: Awaited<ReturnType<typeof readParkedAside>>,
): void => {
  gauge.reset();
  for (const [index, { follower, scope, name }] of parked.entries())
    gauge.inc({ follower, scope, name: index >= mostNamed ? '' : name });
};

const measureHistory = (
  { historyFindings, historyVerified }: Metrics,
  { findings, oldestWholeAt }: HistoryHealth,
): void => {
  historyFindings.reset();
  for (const { fault } of findings) historyFindings.inc({ kind: fault.kind });
  if (oldestWholeAt === null) historyVerified.remove();
  else historyVerified.set((Date.now() - Date.parse(oldestWholeAt)) / 1_000);
};

const measureFollowers = (metrics: Metrics, followers: readonly Follower[]): void => {
  for (const gauge of [
    metrics.followerUp,
    metrics.followerLag,
    metrics.followerSilent,
    metrics.followerFailing,
  ])
    gauge.reset();
  for (const { name: follower, ...state } of followers) {
    metrics.followerUp.set({ follower }, state.ok ? 1 : 0);
    metrics.followerLag.set({ follower }, state.lagSeconds);
    metrics.followerFailing.set({ follower }, state.failingSeconds);
    if (state.silentSeconds !== null) metrics.followerSilent.set({ follower }, state.silentSeconds);
  }
};

/** received = the sum of what became of them, over all connections and days. */
const countMessages = async (pool: Pool, { received, settled }: Metrics) => {
  const totals = await messageTotals(pool);
  received.set(totals.received);
  settled.reset();
  for (const [outcome, count] of Object.entries(totals.settled)) settled.set({ outcome }, count);
  return {};
};

/** The embedded Postgres is for reading only while its disk is full. */
const mustWrite = async (pool: Pool) => {
  const setting = `select current_setting('default_transaction_read_only') = 'on' as "readsOnly"`;
  const { rows } = await pool.query<{ readsOnly: boolean }>(setting);
  if (rows[0]?.readsOnly) throw new Error('it is for reading only');
  return {};
};

const check = async <Result extends object>(work: Promise<Result>) => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  });
  try {
    return { ok: true as const, ...(await Promise.race([work, late])) };
  } catch (error) {
    return { ok: false as const, problem: outageOf(error).reason };
  } finally {
    clearTimeout(timer);
  }
};
