import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../gateway.ts';

/** What this process tells Prometheus. Labels are routes and codes, never ids. */
export const createMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    calls: new Histogram({
      name: 'balcao_http_request_seconds',
      help: 'Time to answer a call',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    sockets: new Gauge({ name: 'balcao_live_sockets', help: 'Open live connections', registers }),
    refusedSockets: new Counter({
      name: 'balcao_live_refused_sockets_total',
      help: 'Live connections refused before their upgrade, by whose number was full: person, company, gateway',
      labelNames: ['limit'] as const,
      registers,
    }),
    frames: new Counter({
      name: 'balcao_live_frames_total',
      help: 'Frames sent, by kind',
      labelNames: ['kind'] as const,
      registers,
    }),
    slowSockets: new Counter({
      name: 'balcao_live_slow_sockets_total',
      help: 'Live connections closed because they did not read',
      registers,
    }),
    fanOut: new Histogram({
      name: 'balcao_live_fan_out_seconds',
      help: 'Time from a notification to its frames being sent',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
      registers,
    }),
    received: new Gauge({
      name: 'balcao_messages_received',
      help: 'Messages that all connections have received',
      registers,
    }),
    settled: new Gauge({
      name: 'balcao_messages_settled',
      help: 'What became of received messages: shown, waiting, or the reason for which they were rejected',
      labelNames: ['outcome'] as const,
      registers,
    }),
    unattended: new Gauge({
      name: 'balcao_connections_unattended',
      help: 'Connections that should be online and that no connector holds, by the connector that is gone',
      labelNames: ['connector'] as const,
      registers,
    }),
    unheard: new Gauge({
      name: 'balcao_connector_unhandled_rejections',
      help: 'Failures within the WhatsApp library that nobody heard, by connector; since the database was made',
      labelNames: ['connector'] as const,
      registers,
    }),
    oldestUnopened: new Gauge({
      name: 'balcao_messages_oldest_unopened_seconds',
      help: 'How long ago the oldest message came that is decrypted and not yet in the inbox; 0 when there is none',
      registers,
    }),
    historyFindings: new Gauge({
      name: 'balcao_history_findings',
      help: 'Companies of whose history the last verification has found that something is wrong, by what',
      labelNames: ['kind'] as const,
      registers,
    }),
    historyVerified: new Gauge({
      name: 'balcao_history_verified_seconds',
      help: 'How long ago the company whose whole history was verified the longest ago was; absent where one never was',
      registers,
    }),
    projectionLag: new Gauge({
      name: 'balcao_projection_lag_positions',
      help: 'How many log positions a read model is behind; 0 when it follows live',
      labelNames: ['projection'] as const,
      registers,
    }),
    followerUp: new Gauge({
      name: 'balcao_follower_up',
      help: 'Whether a follower of the log (a projection, a policy, a connector) is well: 1 or 0',
      labelNames: ['follower'] as const,
      registers,
    }),
    followerLag: new Gauge({
      name: 'balcao_follower_lag_seconds',
      help: 'The age of the oldest event that a follower has not taken in, as far as it knows; 0 when none waits',
      labelNames: ['follower'] as const,
      registers,
    }),
    followerFailing: new Gauge({
      name: 'balcao_follower_failing_seconds',
      help: 'For how long a follower has been trying in vain; 0 when it succeeds',
      labelNames: ['follower'] as const,
      registers,
    }),
    followerSilent: new Gauge({
      name: 'balcao_follower_silent_seconds',
      help: 'How long ago a follower was last heard of; it says every two seconds how it stands',
      labelNames: ['follower'] as const,
      registers,
    }),
    parkedAside: new Gauge({
      name: 'balcao_parked',
      help: 'Streams, groups, tenants and rows that a follower or worker has set aside; the oldest with their names',
      labelNames: ['follower', 'scope', 'name'] as const,
      registers,
    }),
    deliveriesSetAside: new Gauge({
      name: 'balcao_webhook_deliveries_set_aside',
      help: 'Deliveries to webhooks that cannot be made for a reason of ours, and are looked at again',
      registers,
    }),
    parked: new Gauge({
      name: 'balcao_projection_parked',
      help: 'Streams and tenants that wait behind an event that a read model cannot fold; the oldest with their names',
      labelNames: ['projection', 'scope', 'name'] as const,
      registers,
    }),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;

export const measureCalls = (app: App, { calls }: Metrics): void => {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    calls.observe(labels, reply.elapsedTime / 1000);
  });
};
