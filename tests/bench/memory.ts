import { readdirSync, readFileSync } from 'node:fs';
import type { Product } from '../system/product.ts';

/** Memory of each service with its children, in MB: proportional set size, so that shared pages count once. */
export const memoryOf = (product: Product): Record<string, number> =>
  Object.fromEntries(
    Object.entries(product.running().services).map(([name, { pid }]): [string, number] => [
      name,
      pid ? [pid, ...childrenOf(pid)].reduce((sum, each) => sum + proportionalMb(each), 0) : 0,
    ]),
  );

export const proportionalMb = (pid: number): number => {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(each => {
      try {
        return Number(readFileSync(`/proc/${each}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
