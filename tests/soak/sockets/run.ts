import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../bench/whatsapp/processes.ts';
import { type Product, startProduct } from '../../system/product.ts';
import { endOnSignal } from '../end-on-signal.ts';
import { type Inside, openInside } from '../inside.ts';
import type { SocketsOptions } from '../options.ts';
import type { Reckoned } from '../reckoning.ts';
import { untilStill } from '../settle.ts';
import { storesOf } from '../stores.ts';
import { table } from '../table.ts';
import { type Changes, openChanges } from './changes.ts';
import { type Crowded, openCrowded, socketsOfOne } from './company.ts';
import type { Seat, Wanted } from './crowd.ts';
import { type Crowds, openCrowds } from './crowds.ts';
import { createSteps, gatewayPid, type Steps } from './steps.ts';
import { areKnown, truthOf } from './truth.ts';

export type SocketsOutcome = { readonly reckoned: readonly Reckoned[]; readonly tables: readonly string[] };

type Running = {
  readonly product: Product;
  readonly inside: Inside;
  readonly options: SocketsOptions;
  readonly say: (line: string) => void;
};

const lookEveryMs = 100;
/** At most: over a whole round of pings. */
const restSeconds = 20;
const fewChanges = 5;
const secondsAfter = 2;

/**
 * So many sockets, of many companies and then of one: all connect, rest, look on while tickets change, and come back
 * after their connections broke and after the gateway was killed. Measures each step, and reckons that each page knows
 * what the server says. Leaves nothing behind.
 */
export const runSockets = async (
  options: SocketsOptions,
  say: (line: string) => void,
): Promise<SocketsOutcome> => {
  const room = {
    LIVE_SOCKETS: String(options.sockets * 2),
    LIVE_SOCKETS_COMPANY: String(options.sockets * 2),
  };
  const product = await startProduct({
    env: { DEMO: 'off', SIMULATOR: 'off', ...room, ...storesOf(options.stores) },
  });
  const forget = endOnSignal(product);
  try {
    const inside = await openInside(product);
    try {
      const parts = [...new Set([Math.min(options.companies, options.sockets), 1])];
      const outcomes: SocketsOutcome[] = [];
      for (const companies of parts)
        outcomes.push(await runPart({ product, inside, options, say }, companies));
      return {
        reckoned: outcomes.flatMap(({ reckoned }) => reckoned),
        tables: outcomes.flatMap(({ tables }) => tables),
      };
    } finally {
      await inside.close();
    }
  } finally {
    await product.stop();
    forget();
  }
};

const ticketsOf = (companies: number) => (companies === 1 ? 40 : 4);

const runPart = async (running: Running, total: number): Promise<SocketsOutcome> => {
  const { product, inside, options, say } = running;
  const name = total === 1 ? 'one company' : `${total} companies`;
  const companies: Crowded[] = [];
  for (let n = 0; n < total; n += 1) {
    const sockets = Math.floor(options.sockets / total) + (n < options.sockets % total ? 1 : 0);
    companies.push(await openCrowded(product, inside, { sockets, tickets: ticketsOf(total) }));
  }
  await until('the read models know everybody', () => areKnown(product, companies));
  const changes = await openChanges(product, companies);
  const crowds = openCrowds(seatsOf(companies));
  const steps = createSteps({ product, companies, crowds, say: line => say(`${name}: ${line}`) });
  try {
    await walk({ ...running, changes, crowds, steps });
    await changes.run(options.changes, secondsAfter);
    const reckoned = await reckonCrowds({ product, companies, crowds, sockets: options.sockets, name });
    const { head, rows } = steps.rows();
    return { reckoned: [reckoned], tables: [`${name}\n\n${table(head, rows)}`] };
  } finally {
    crowds.close();
    changes.close();
  }
};

const seatsOf = (companies: readonly Crowded[]): readonly Seat[] =>
  companies.flatMap(({ sockets, tokens }, company) =>
    Array.from({ length: sockets }, (_, n) => ({
      token: tokens[Math.floor(n / socketsOfOne)] ?? '',
      company,
    })),
  );

type Part = Running & { readonly changes: Changes; readonly crowds: Crowds; readonly steps: Steps };

const walk = async ({ product, options, changes, crowds, steps: { step } }: Part): Promise<void> => {
  const allKnow = (wanted: readonly Wanted[]) =>
    untilStill(async () => options.sockets - (await crowds.knowing(wanted)), lookEveryMs);

  await step('all connect', async () => {
    await crowds.open(product.url);
    await allKnow([]);
    return undefined;
  });
  await step('at rest', () => pause(Math.min(restSeconds, options.seconds) * 1_000, undefined));
  for (const rate of new Set([Math.min(fewChanges, options.changes), options.changes]))
    await step(`${rate} changes a second`, async () => {
      const { begun, calls } = await changes.run(rate, options.seconds);
      await allKnow(await changes.runBehind());
      return { calls, frames: await crowds.delays(begun) };
    });
  await step('connections broken', async () => {
    await crowds.drop();
    await allKnow(await changes.runBehind());
    return undefined;
  });
  const wanted = await killGateway(product, changes);
  await step('gateway back after a kill', async () => {
    await allKnow(wanted);
    return undefined;
  });
};

/** Kills it, changes something while it is away, and waits until it answers again. */
const killGateway = async (product: Product, changes: Changes): Promise<readonly Wanted[]> => {
  const pid = gatewayPid(product);
  process.kill(pid, 'SIGKILL');
  const wanted = await changes.runBehind();
  await until('the gateway is started again', () => ![0, pid].includes(gatewayPid(product)));
  await until('the gateway answers', async () => {
    const answer = await fetch(`${product.url}/healthz`).catch(() => undefined);
    return answer?.status === 200;
  });
  return wanted;
};

type Reckoning = {
  readonly product: Product;
  readonly companies: readonly Crowded[];
  readonly crowds: Crowds;
  readonly sockets: number;
  readonly name: string;
};

/** Waits until every page knows what the server says, or nothing gets better any more. */
const reckonCrowds = async ({ product, companies, crowds, sockets, name }: Reckoning): Promise<Reckoned> => {
  let faults: readonly string[] = [];
  await untilStill(async () => {
    faults = await crowds.faults(await truthOf(product, companies));
    return faults.length;
  });
  const { interruptions, resyncs } = await crowds.fared();
  const words = `${interruptions} interruptions, ${resyncs} times to load anew`;
  return { what: `${sockets} sockets of ${name}: each knows what the server says (${words})`, faults };
};
