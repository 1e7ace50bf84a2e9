import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { childrenOf, proportionalMb } from '../bench/memory.ts';
import { workedAloneMs, workedMs } from '../bench/whatsapp/processes.ts';
import type { Product } from '../system/product.ts';

export type ProcessSample = {
  /** Proportional set size, with children. */
  readonly pssMb: number;
  /** Since the run began, over all that had this name. */
  readonly cpuMs: number;
};
export type Sample = {
  readonly atMs: number;
  /** Written so far, both ways. */
  readonly messages: number;
  readonly processes: Readonly<Record<string, ProcessSample>>;
  /** Undefined while the database is away. */
  readonly databaseMb: number | undefined;
  /** Undefined where the log lies on a server that was given. */
  readonly logMb: number | undefined;
};

const megabyte = 1024 * 1024;

/** Samples of everything that the product runs, the supervisor included, and of this process: what the load costs. */
export const openSampling = (
  { product, pool }: { readonly product: Product; readonly pool: pg.Pool },
  written: () => number,
) => {
  const samples: Sample[] = [];
  const meters = new Map<string, (pid: number) => number>();
  const begun = performance.now();

  const take = async (): Promise<void> => {
    const atMs = performance.now() - begun;
    const processes: Record<string, ProcessSample> = {};
    for (const [name, pid] of Object.entries(processesOf(product))) {
      const meter = meters.get(name) ?? meterOf(pid, isAlone(name) ? workedAloneMs : workedMs);
      meters.set(name, meter);
      processes[name] = { pssMb: memoryMb(name, pid), cpuMs: meter(pid) };
    }
    const logMb = logSize(product.dataDir);
    samples.push({ atMs, messages: written(), processes, databaseMb: await databaseSize(pool), logMb });
  };
  return { samples: samples as readonly Sample[], take };
};

/** Whose children are told by themselves, or are none of its own. */
const isAlone = (name: string) => name === 'supervisor' || name === loadName;
const loadName = 'this load';

const processesOf = (product: Product): Record<string, number> => {
  const services = Object.entries(product.running().services).flatMap(([name, { pid }]) =>
    pid ? [[name, pid] as const] : [],
  );
  return { ...Object.fromEntries(services), supervisor: product.pid, [loadName]: process.pid };
};

const memoryMb = (name: string, pid: number): number =>
  [pid, ...(isAlone(name) ? [] : childrenOf(pid))].reduce((sum, each) => sum + proportionalMb(each), 0);

/** Adds up over the processes that have one name after each other; what happened before the first look is none of it. */
const meterOf = (first: number, worked: (pid: number) => number) => {
  let [last, before, sum] = [first, worked(first), 0];
  return (pid: number): number => {
    const now = worked(pid);
    sum += pid === last ? Math.max(0, now - before) : now;
    [last, before] = [pid, now];
    return sum;
  };
};

const databaseSize = async (pool: pg.Pool): Promise<number | undefined> => {
  const text = 'select pg_database_size(current_database())::float8 as bytes';
  const found = await pool.query<{ bytes: number }>(text).catch(() => undefined);
  return found?.rows[0] && found.rows[0].bytes / megabyte;
};

const logSize = (dataDir: string): number | undefined => {
  const files = readdirSync(dataDir).filter(name => name.startsWith('events.db'));
  if (files.length === 0) return undefined;
  const bytes = files.reduce(
    (sum, name) => sum + (statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return bytes / megabyte;
};
