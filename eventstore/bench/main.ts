import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { heapFlags, heaps } from '#start/heaps.ts';
import { helpIfAsked } from '#start/help.ts';
import { startNodeProcess } from '../contract/node-process.ts';
import { type Limits, measureLimits } from './limits.ts';
import { measureLongStream } from './long-stream.ts';
import { messageSize } from './samples.ts';
import { fill, measureAppends, measureCatchUp, measureDelay, measureRawRead } from './speeds.ts';
import type { Spread } from './timing.ts';

helpIfAsked(
  'Usage: npm run bench:eventstore [-- <events>]\nMeasures the embedded event store node beside bare gRPC, with a million events. Takes about ten minutes.',
);

/*
 * Figures of the embedded node, each beside what bare gRPC does in the same run with messages of the same size:
 * `npm run bench:eventstore -- [events]`.
 */

const events = Number(process.argv[2] ?? 1_000_000);
const inFlights = [1, 8, 64] as const;
const targets = { 1: 1000, 8: 3000, 64: 5500 };

type Row = {
  readonly measured: string;
  readonly figure: string;
  readonly target: string;
  readonly limit?: string;
  /** Work of the processors, which other programs do not lengthen as they do the wall clock's time. */
  readonly cpu?: string;
};
const rows: Required<Row>[] = [];

const report = ({ measured, figure, target, limit = '-', cpu = '-' }: Row): void => {
  rows.push({ measured, figure, target, limit, cpu });
  process.stdout.write(`${measured}: ${figure} (target ${target}; limit: ${limit}; cpu: ${cpu})\n`);
};

const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;
const percent = (value: number, limit: number): string =>
  `${Math.round((100 * value) / limit)} % of ${perSecond(limit)}`;
const milliseconds = ({ p50, p99 }: Spread): string => `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`;

/** Microseconds that this process and the node have worked. */
const workOf = async (pid: number): Promise<{ client: number; node: number }> => {
  const { user, system } = process.cpuUsage();
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [utime, stime] = (text.split(') ')[1] ?? '').split(' ').slice(11, 13).map(Number);
  return { client: user + system, node: ((utime ?? Number.NaN) + (stime ?? Number.NaN)) * 10_000 };
};

const working = async <Result>(
  pid: number,
  count: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; cpu: string }> => {
  const before = await workOf(pid);
  const result = await work();
  const after = await workOf(pid);
  const each = (who: 'client' | 'node') => Math.round((after[who] - before[who]) / count);
  return { result, cpu: `${each('client')} µs here, ${each('node')} µs in the node, each` };
};

/** Proportional set size, where the system tells it; so that shared pages count once. */
const memoryOf = async (pid: number): Promise<string> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kilobytes = /^Pss:\s+(\d+)/m.exec(text)?.[1];
  return kilobytes === undefined ? 'not known here' : `${Math.round(Number(kilobytes) / 1024)} MB`;
};

const directory = await mkdtemp(join(tmpdir(), 'eventstore-bench-'));
const file = join(directory, 'log.db');

const startTime = async (path: string): Promise<number> => {
  const start = performance.now();
  const node = await startNodeProcess(path, 0, heapFlags(heaps.eventstore));
  const took = performance.now() - start;
  await node.terminate();
  return took;
};

const measureNode = async (limits: Limits): Promise<void> => {
  const node = await startNodeProcess(file, 0, heapFlags(heaps.eventstore));
  const client = EventStoreDBClient.connectionString(node.url);
  await measureAppends(client, 8, 2000);
  for (const inFlight of inFlights) {
    const count = inFlight === 1 ? 3000 : 12_000;
    const { result: rate, cpu } = await working(node.pid, count, () =>
      measureAppends(client, inFlight, count),
    );
    report({
      cpu,
      measured: `appends, ${inFlight} in flight`,
      figure: perSecond(rate),
      target: perSecond(targets[inFlight]),
      limit: percent(rate, limits.exchange.get(inFlight) ?? 0),
    });
  }
  const delay = await measureDelay(client, 500, 2500);
  report({
    measured: 'append to subscriber at 500/s',
    figure: milliseconds(delay),
    target: 'p50 under 2 ms',
    limit: `an echo takes ${milliseconds(limits.delay)}`,
  });
  const { cpuMs, ...spread } = await measureLongStream(node.url, 2000);
  report({
    measured: 'load, fold and decide, 2,000 events',
    figure: milliseconds(spread),
    target: 'under 50 ms',
    cpu: `${cpuMs.toFixed(1)} ms here`,
  });
  const count = Math.min(events, 200_000);
  await fill(client, count);
  await measureCatchUp(client, Math.min(count, 50_000));
  const { result: caught, cpu } = await working(node.pid, count, () => measureCatchUp(client, count));
  report({
    cpu,
    measured: `catch-up of ${count.toLocaleString('en')} events`,
    figure: perSecond(caught),
    target: perSecond(45_000),
    limit: percent(caught, limits.messages),
  });
  const { result: raw, cpu: rawCpu } = await working(node.pid, count, () => measureRawRead(node.url, count));
  report({
    cpu: rawCpu,
    measured: 'the same, read without decoding',
    figure: perSecond(raw),
    target: '-',
    limit: percent(raw, limits.messages),
  });
  await fill(client, events - count);
  report({
    measured: `memory after ${events.toLocaleString('en')} events`,
    figure: await memoryOf(node.pid),
    target: 'under 150 MB',
  });
  await measureRawRead(node.url, events);
  report({
    measured: 'memory after reading them all',
    figure: await memoryOf(node.pid),
    target: 'under 150 MB',
  });
  await client.dispose();
  await node.terminate();
};

const [machine] = cpus();
process.stdout.write(
  `${cpus().length} × ${machine?.model}, node ${process.version}, load ${loadavg()[0]?.toFixed(1)}\n`,
);
const size = messageSize();
const limits = await measureLimits(size, inFlights);
for (const inFlight of inFlights) {
  process.stdout.write(
    `limit, messages of ${size} bytes, ${inFlight} in flight: unary ${perSecond(limits.unary.get(inFlight) ?? 0)}, ` +
      `both ways over one call ${perSecond(limits.exchange.get(inFlight) ?? 0)}\n`,
  );
}
process.stdout.write(`limit, messages of one answer: ${perSecond(limits.messages)}\n`);
await measureNode(limits);
const empty = await startTime(join(directory, 'empty.db'));
const full = await startTime(file);
report({
  measured: `start with ${events.toLocaleString('en')} events`,
  figure: `${Math.round(full)} ms`,
  target: 'under 1,000 ms',
  limit: `an empty one ${Math.round(empty)} ms`,
});
console.table(rows);
await rm(directory, { recursive: true });
