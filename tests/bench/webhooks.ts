import { cpus, loadavg } from 'node:os';
import { pino } from 'pino';
import { newId } from '#commands/ids.ts';
import { inbound } from '#commands/testing/world.ts';
import { beginAtLogEnd } from '#commands/webhook/follow-events.ts';
import { keepWebhooks } from '#commands/webhook/keep-webhooks.ts';
import { giveSecret } from '#commands/webhook/secrets.ts';
import { openReceiver } from '#commands/webhook/testing/receiver.ts';
import { openHarness } from '#gateway/testing/harness.ts';
import { must, openOffice } from '#gateway/testing/office.ts';
import { helpIfAsked } from '#start/help.ts';
import { summarise } from './measure.ts';

helpIfAsked(
  'Usage: npm run bench:webhooks [-- --small]\nMeasures how soon a webhook arrives once a screen could show the same event.',
);

/*
 * Messages come in one after the other; for each, from the moment the read model of the screens has it to the moment
 * the endpoint has the request. Stores, read models, deliveries and the receiver share this process. Then the same
 * beside a hundred endpoints that never answer.
 */
const messages = process.argv.includes('--small') ? 50 : 300;
const slowEndpoints = 100;

const allowed = new Set<string>();
const harness = await openHarness({ outboundAllowed: allowed });
const office = await openOffice(harness);
const connectionId = await office.connection([]);
const stopping = new AbortController();
const { pool, store, keys, commands, databaseUrl, positions } = harness;
await beginAtLogEnd(pool, store);
const running = keepWebhooks({
  ...{ pool, store, keys, commands, databaseUrl, allowed, now: () => new Date() },
  ...{ log: pino({ level: 'warn' }), signal: stopping.signal },
});

const addEndpoint = async () => {
  const receiver = await openReceiver();
  allowed.add(receiver.host);
  const webhookId = newId();
  await giveSecret({ pool, keys }, { webhookId, companyId: office.companyId, secretId: newId() });
  const form = { url: receiver.url, events: ['message.received'], payload: 'full' as const, description: '' };
  must(
    await commands.webhook.create(office.context(), {
      ...{ webhookId, ...form, enabled: true, connectionIds: null },
    }),
  );
  return receiver;
};

const measure = async (name: string, receiver: Awaited<ReturnType<typeof addEndpoint>>) => {
  const after: number[] = [];
  const whole: number[] = [];
  const began = performance.now();
  for (let n = 0; n < messages; n += 1) {
    const count = receiver.received.length + 1;
    const context = { ...office.context(), actor: { kind: 'connection' as const, id: connectionId } };
    const sent = performance.now();
    const outcome = await commands.message.receive(context, inbound({ connectionId }));
    if ('rejected' in outcome) throw new Error(`refused: ${outcome.rejected}`);
    const shown = positions.waitFor('inbox', outcome.position, 30_000).then(() => performance.now());
    const told = receiver.until(count).then(() => performance.now());
    const [shownAt, toldAt] = await Promise.all([shown, told]);
    after.push(Math.max(0, toldAt - shownAt));
    whole.push(toldAt - sent);
  }
  const elapsed = performance.now() - began;
  const [later, all] = [summarise(after, elapsed), summarise(whole, elapsed)];
  const line = ({ p50, p99 }: typeof later) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  process.stdout.write(`${name}: after the read model ${line(later)}; from the command ${line(all)}\n`);
};

const receiver = await addEndpoint();
process.stdout.write(
  `${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, ${messages} messages\n`,
);
await measure('alone', receiver);
for (let n = 0; n < slowEndpoints; n += 1) (await addEndpoint()).state.answer = () => undefined;
await measure(`beside ${slowEndpoints} that never answer`, receiver);
stopping.abort();
await running;
await harness.close();
process.exit(0);
