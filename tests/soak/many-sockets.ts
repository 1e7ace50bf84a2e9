import { proportionalMb } from '../bench/memory.ts';
import { until, workedAloneMs } from '../bench/whatsapp/processes.ts';
import type { TicketView } from '../system/api.ts';
import { type Product, startProduct } from '../system/product.ts';
import { endOnSignal } from './end-on-signal.ts';
import { quantilesOf } from './histogram.ts';
import { type Inside, openInside } from './inside.ts';
import { type Changes, openChanges } from './many-sockets-changes.ts';
import { type Crowded, openCrowded } from './many-sockets-company.ts';
import { type Crowd, createCrowd } from './many-sockets-crowd.ts';
import { probe } from './many-sockets-probes.ts';
import type { ManyOptions } from './options.ts';
import type { Reckoned } from './reckoning.ts';
import { untilStill } from './settle.ts';
import { table } from './table.ts';

export type ManyOutcome = { readonly reckoned: readonly Reckoned[]; readonly tables: readonly string[] };

const head = [
  ...['what', 'seconds', 'refused', 'list p50 / p99, ms', 'lists unanswered', 'readiness red'],
  ...['call p50 / p99, ms', 'frame p50 / p99, ms', 'gateway PSS, MB', 'gateway, % of a core', 'this load'],
];
type Row = readonly (string | number)[];

/**
 * So many sockets, of many companies and then of one: all connect, look on while tickets change, and come back after
 * the gateway was killed. Reckons that each knows what the server says. Leaves nothing behind.
 */
export const runManySockets = async (
  options: ManyOptions,
  say: (line: string) => void,
): Promise<ManyOutcome> => {
  const room = {
    LIVE_SOCKETS: String(options.sockets * 2),
    LIVE_SOCKETS_COMPANY: String(options.sockets * 2),
  };
  const product = await startProduct({ env: { DEMO: 'off', SIMULATOR: 'off', ...room } });
  const forget = endOnSignal(product);
  try {
    const inside = await openInside(product);
    try {
      const parts = [Math.min(options.companies, options.sockets), 1];
      const outcomes: ManyOutcome[] = [];
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

type Running = {
  readonly product: Product;
  readonly inside: Inside;
  readonly options: ManyOptions;
  readonly say: (line: string) => void;
};

const ticketsOf = (companies: number) => (companies === 1 ? 40 : 4);

const runPart = async (running: Running, total: number): Promise<ManyOutcome> => {
  const { product, inside, options, say } = running;
  const name = total === 1 ? 'one company' : `${total} companies`;
  const companies: Crowded[] = [];
  for (let n = 0; n < total; n += 1) {
    const sockets = Math.floor(options.sockets / total) + (n < options.sockets % total ? 1 : 0);
    companies.push(await openCrowded(product, inside, { sockets, tickets: ticketsOf(total) }));
  }
  say(`${name}: ${companies.flatMap(({ people }) => people).length} people are logged in`);
  const changes = await openChanges(product, companies);
  const crowd = createCrowd(product, companies, changes.onHeard);
  const step = stepsOf({ product, companies, changes, crowd, say });
  try {
    const connecting = await step(`${name}: all connect`, async () => {
      crowd.open();
      await crowd.allLive();
    });
    const looking = await step(`${name}: ${options.changes} changes a second`, () =>
      changes.run(options.changes, options.seconds),
    );
    const returning = await step(`${name}: all come back`, async () => {
      await killGateway(product, changes.runBehind);
      await crowd.allLive();
    });
    await changes.run(options.changes, secondsAfter);
    const reckoned = await reckonCrowd(companies, crowd, name);
    return { reckoned: [reckoned], tables: [table(head, [connecting, looking, returning])] };
  } finally {
    crowd.close();
    changes.close();
  }
};

/** Changes go on for a little while after everybody came back: they have to be told, too. */
const secondsAfter = 2;

/** Kills it, changes something while it is away, and waits until the supervisor has it back. */
const killGateway = async (product: Product, meanwhile: () => Promise<void>): Promise<void> => {
  const pidOf = () => product.running().services.gateway?.pid;
  const pid = pidOf();
  if (!pid) throw new Error('the gateway does not run');
  process.kill(pid, 'SIGKILL');
  await meanwhile();
  await until('the gateway is started again', () => ![undefined, pid].includes(pidOf()));
};

type Part = Pick<Running, 'product' | 'say'> & {
  readonly companies: readonly Crowded[];
  readonly changes: Changes;
  readonly crowd: Crowd;
};

/** What one step is measured by, as a row of the table. */
const stepsOf =
  ({ product, companies, changes, crowd, say }: Part) =>
  async (what: string, work: () => Promise<void>): Promise<Row> => {
    const pidOf = () => product.running().services.gateway?.pid ?? 0;
    const [pid, ofGateway, own] = [pidOf(), workedAloneMs(pidOf()), workedAloneMs(process.pid)];
    const refusedBefore = crowd.refused();
    const callsBefore = changes.calls.count();
    const stop = probe(product, companies);
    const begun = performance.now();
    await work();
    const took = performance.now() - begun;
    const { lists, unanswered, red } = await stop();
    const gatewayMs = workedAloneMs(pidOf()) - (pidOf() === pid ? ofGateway : 0);
    const share = (ms: number) => Math.round((ms * 100) / took);
    say(`${what}: ${Math.round(took / 1000)} s`);
    return [
      ...[
        what,
        (took / 1000).toFixed(1),
        crowd.refused() - refusedBefore,
        quantilesOf(lists),
        unanswered,
        red,
      ],
      ...(changes.calls.count() > callsBefore
        ? [quantilesOf(changes.calls), quantilesOf(changes.frames)]
        : ['-', '-']),
      ...[Math.round(proportionalMb(pidOf())), share(gatewayMs), share(workedAloneMs(process.pid) - own)],
    ];
  };

/** Waits until every socket knows what the server says, or nothing gets better any more. */
const reckonCrowd = async (companies: readonly Crowded[], crowd: Crowd, name: string): Promise<Reckoned> => {
  const truth = new Map<Crowded, readonly TicketView[]>();
  const faults = (): readonly string[] => crowd.faults(company => truth.get(company) ?? []);
  await untilStill(async () => {
    for (const company of companies) truth.set(company, await ticketsOfCompany(company));
    return faults().length;
  });
  const { sockets, interruptions, resyncs } = crowd.counts();
  const words = `${interruptions} interruptions, ${resyncs} times to load anew`;
  return {
    what: `${sockets} sockets of ${name}: each knows what the server says (${words})`,
    faults: faults(),
  };
};

const ticketsOfCompany = ({ admin, ticketIds }: Crowded): Promise<readonly TicketView[]> =>
  Promise.all(
    ticketIds.map(async id => {
      const answer = await admin.ticket(id);
      if (answer.status !== 200) throw new Error(`a ticket answered ${answer.status}`);
      return answer.body;
    }),
  );
