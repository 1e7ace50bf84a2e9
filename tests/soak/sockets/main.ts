import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { helpIfAsked } from '#start/help.ts';
import { plainCaller } from '../../bench/http.ts';
import { ms, paced, summarise } from '../../bench/measure.ts';
import { proportionalMb } from '../../bench/memory.ts';
import { type Product, startProduct } from '../../system/product.ts';
import { openCompanies, type SocketCompany } from './companies.ts';
import { openCrowds } from './crowds.ts';

helpIfAsked(
  'Usage: node tests/soak/sockets/main.ts [--sockets 10000] [--companies 100] [--changes 20] [--seconds 20]\nOpens so many pages on a product of its own; see docs/operations.md.',
);

/** `node tests/soak/sockets/main.ts --sockets 10000 --companies 100`: see docs/operations.md, "Live sockets". */
const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    companies: { type: 'string', default: '100' },
    changes: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
  },
});
const [sockets, companyCount] = [Number(values.sockets), Number(values.companies)];
const [changes, seconds] = [Number(values.changes), Number(values.seconds)];
const perPerson = 20;
const say = (text: string) => process.stdout.write(`${text}\n`);
const pause = (time: number) => new Promise(resolve => setTimeout(resolve, time));

const until = async (what: string, test: () => Promise<boolean>, withinMs = 240_000): Promise<number> => {
  const begun = Date.now();
  while (!(await test())) {
    if (Date.now() - begun > withinMs) throw new Error(`gave up: ${what}`);
    await pause(100);
  }
  return Date.now() - begun;
};

const gatewayPid = (product: Product) => product.running().services.gateway?.pid ?? 0;
const processorMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** Lists and readiness, asked all the while. */
const watch = (product: Product, token: string) => {
  const plain = plainCaller(product.url, () => token);
  const lists: number[] = [];
  const notReady: string[] = [];
  let stopped = false;
  const once = async (work: () => Promise<void>, everyMs: number) => {
    while (!stopped) {
      const [, ended] = await Promise.all([pause(everyMs), work().catch(() => undefined)]);
      void ended;
    }
  };
  const running = [
    ...Array.from({ length: 4 }, () =>
      once(async () => {
        const begun = performance.now();
        const { status } = await plain.call('GET', '/tickets?status=pending');
        if (status === 200) lists.push(performance.now() - begun);
        else notReady.push(`list ${status}`);
      }, 100),
    ),
    once(async () => {
      const answer = await fetch(`${product.url}/readyz`);
      if (answer.status !== 200) notReady.push(await answer.text());
    }, 500),
  ];
  return async () => {
    stopped = true;
    await Promise.all(running);
    plain.close();
    return { lists: summarise(lists, 1), notReady };
  };
};

const tell = (name: string, { lists, notReady }: Awaited<ReturnType<ReturnType<typeof watch>>>) =>
  say(
    `  lists ${name}: ${lists.count} calls, p50 ${ms(lists.p50)}, p99 ${ms(lists.p99)}; not ready ${notReady.length} times ${notReady[0] ?? ''}`,
  );

const product = await startProduct({
  env: {
    DEMO: 'off',
    LIVE_SOCKETS_COMPANY: String(sockets + 100),
    LIVE_SOCKETS: String(sockets + 500),
    LOG_LEVEL: 'warn',
  },
});
const people = Math.ceil(sockets / companyCount / perPerson) + 1;
const { companies, close } = await openCompanies(product, companyCount, people);
const seats = Array.from({ length: sockets }, (_, n) => {
  const company = n % companyCount;
  const person = Math.floor(n / companyCount / perPerson);
  return { token: companies[company]?.tokens[person] ?? '', company };
});
const crowds = openCrowds(seats);
const marks: Record<number, number> = Object.fromEntries(companies.map((_, n) => [n, 0]));
const markAll = () =>
  Promise.all(
    companies.map((company, n) => {
      marks[n] = (marks[n] ?? 0) + 1;
      return company.mark(marks[n] ?? 0);
    }),
  );
const token = companies[0]?.tokens.at(-1) ?? '';

/** The longest that the gateway's event loop was held up since this was last asked, in ms. */
const longestHold = async (): Promise<number> => {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1_000;
};

const steady = async (name: string) => {
  await longestHold();
  await crowds.fared();
  const pid = gatewayPid(product);
  const before = processorMs(pid);
  const stop = watch(product, token);
  const asked: number[] = [];
  const ping = (async () => {
    const plain = plainCaller(product.url, () => token);
    for (let n = 0; n < 20_000 / 20; n++) {
      const begun = performance.now();
      await plain.call('GET', '/live');
      asked.push(performance.now() - begun);
      await pause(20);
    }
    plain.close();
  })();
  await ping;
  const calls = summarise(asked, 1);
  say(
    `${name}: calls p50 ${ms(calls.p50)}, p99 ${ms(calls.p99)}; the loop held up for ${ms(await longestHold())} at most; gateway ${(((processorMs(pid) - before) / 20_000) * 100).toFixed(0)} % of a core, ${proportionalMb(pid).toFixed(0)} MB`,
  );
  tell('at rest', await stop());
};

const cameBack = async (name: string, begun: number) => {
  const stop = watch(product, token);
  const pid = gatewayPid(product);
  const before = processorMs(pid);
  await until(name, async () => (await crowds.shown(marks)) === sockets);
  const fared = await crowds.fared();
  say(
    `${name}: all ${sockets} right after ${((Date.now() - begun) / 1000).toFixed(1)} s, greeted after ${((fared.greetedAt - begun) / 1000).toFixed(1)} s; refused ${fared.refused}, closed ${fared.closed}, resync ${fared.resyncs}; gateway ${((processorMs(pid) - before) / 1000).toFixed(1)} s of processor, ${proportionalMb(pid).toFixed(0)} MB`,
  );
  tell('meanwhile', await stop());
  await markAll();
  await until('a mark after it', async () => (await crowds.shown(marks)) === sockets);
};

const flood = async (company: SocketCompany, perSecond: number) => {
  await crowds.fared();
  const pid = gatewayPid(product);
  const before = processorMs(pid);
  const stop = watch(product, token);
  const first = marks[0] ?? 0;
  await paced(perSecond * seconds, perSecond, async n => {
    marks[0] = Math.max(marks[0] ?? 0, first + n + 1);
    await company.mark(first + n + 1);
    return 0;
  });
  const late = await until('the last change', async () => (await crowds.shown(marks)) === sockets);
  const fared = await crowds.fared();
  const delay = summarise(fared.delays, 1);
  const wanted = perSecond * seconds * seats.filter(seat => seat.company === 0).length;
  say(
    `${perSecond} changes/s in one company for ${seconds} s: frames p50 ${ms(delay.p50)}, p99 ${ms(delay.p99)}, ${fared.marks} of ${wanted} came, the last ${late} ms after the end; closed ${fared.closed}; gateway ${((processorMs(pid) - before) / 1000).toFixed(1)} s of processor, ${proportionalMb(pid).toFixed(0)} MB`,
  );
  tell('meanwhile', await stop());
};

try {
  await markAll();
  await until(
    'accounts',
    async () =>
      (
        await fetch(`${product.url}/api/tickets?status=pending`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status === 200,
  );
  await pause(3_000);
  let begun = Date.now();
  await crowds.begin(product.url, 5_000);
  await until('first greetings', async () => (await crowds.fared()).live === sockets);
  say(
    `${sockets} sockets of ${companyCount} companies opened in ${((Date.now() - begun) / 1000).toFixed(1)} s`,
  );
  await markAll();
  await until('the first mark', async () => (await crowds.shown(marks)) === sockets);
  await markAll();
  await until('the second mark', async () => (await crowds.shown(marks)) === sockets);
  await steady('at rest');

  await crowds.fared();
  begun = Date.now();
  await crowds.drop();
  await markAll();
  await cameBack('network lost', begun);

  const killed = gatewayPid(product);
  await crowds.fared();
  process.kill(killed, 'SIGKILL');
  await markAll();
  await until(
    'a new gateway',
    async () => (await fetch(`${product.url}/healthz`).catch(() => undefined))?.status === 200,
  );
  await cameBack('gateway killed (from its return)', Date.now());

  const [company] = companies;
  if (company && changes > 0) for (const rate of [Math.min(5, changes), changes]) await flood(company, rate);
} catch (error) {
  const { delays: _, ...fared } = await crowds.fared();
  say(`${String(error)}\n${JSON.stringify(fared)}\n${product.output().slice(-1_500)}`);
  process.exitCode = 1;
} finally {
  crowds.close();
  await close();
  await product.stop();
}
