import { proportionalMb } from '../../bench/memory.ts';
import { workedAloneMs } from '../../bench/whatsapp/processes.ts';
import type { Product } from '../../system/product.ts';
import { type Histogram, quantilesOf } from '../histogram.ts';
import type { Crowded } from './company.ts';
import type { Crowds } from './crowds.ts';
import { probe } from './probes.ts';

type Cell = string | number;
/** What a step of changes measures besides. */
export type Changed = { readonly calls: Histogram; readonly frames: Histogram };
type Part = {
  readonly product: Product;
  readonly companies: readonly Crowded[];
  readonly crowds: Crowds;
  readonly say: (line: string) => void;
};

const figures = [
  ...['seconds', 'sockets refused', 'sockets interrupted', 'told to load anew'],
  ...['list, p50 / p99 ms', 'call, p50 / p99 ms', 'calls unanswered', 'readiness red'],
  ...['change, p50 / p99 ms', 'frame, p50 / p99 ms'],
  ...['event loop held up at most, ms', 'gateway PSS, MB', 'gateway, ms of processor'],
  'pages, ms of processor',
] as const;

/** Measures steps; each becomes a column of what `table` answers, and is told when it is done. */
export const createSteps = ({ product, companies, crowds, say }: Part) => {
  const names: string[] = [];
  const columns: (readonly Cell[])[] = [];
  return {
    step: async (name: string, work: () => Promise<Changed | undefined>): Promise<void> => {
      const pid = gatewayPid(product);
      await longestHold(product);
      const [worked, pages, before] = [workedAloneMs(pid), crowds.workedMs(), await crowds.fared()];
      const stop = probe(product, companies);
      const begun = performance.now();
      const changed = await work();
      const took = performance.now() - begun;
      const { lists, calls, unanswered, red } = await stop();
      const fared = await crowds.fared();
      names.push(name);
      columns.push([
        ...[(took / 1_000).toFixed(1), fared.refused - before.refused],
        ...[fared.interruptions - before.interruptions, fared.resyncs - before.resyncs],
        ...[quantilesOf(lists), quantilesOf(calls), unanswered, red],
        ...(changed ? [quantilesOf(changed.calls), quantilesOf(changed.frames)] : ['-', '-']),
        ...[Math.round(await longestHold(product)), Math.round(proportionalMb(pid))],
        ...[Math.round(workedAloneMs(pid) - worked), Math.round(crowds.workedMs() - pages)],
      ]);
      say(`${name}: ${(took / 1_000).toFixed(1)} s, lists ${quantilesOf(lists)} ms`);
    },
    /** A row for each figure, with a cell for each step. */
    rows: (): { readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] } => ({
      head: ['', ...names],
      rows: figures.map((figure, n) => [figure, ...columns.map(column => column[n] ?? '-')]),
    }),
  };
};
export type Steps = ReturnType<typeof createSteps>;

export const gatewayPid = (product: Product): number => product.running().services.gateway?.pid ?? 0;

/** The longest that the gateway's event loop was held up since this was last asked, in ms. */
const longestHold = async ({ url }: Product): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1_000;
};
