import { readFileSync } from 'node:fs';
import pg from 'pg';
import { openEventStore } from '#eventstore/client.ts';
import { helpIfAsked } from '#start/help.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { type Caller, login } from '../system/api.ts';
import { demoPassword, type Product, startProduct } from '../system/product.ts';
import { plainCaller } from './http.ts';
import { loadContacts, loadTickets } from './load.ts';
import { ms, paced, summarise } from './measure.ts';
import { childrenOf } from './memory.ts';
import { openReport, quantiles } from './report.ts';

helpIfAsked(
  'Usage: npm run bench:exports [-- --small]\nMeasures what many exports at once do to everybody else, and to the memory of the gateway.',
);

/*
 * A company with 50,000 contacts and 10,000 tickets, and ten administrators who take files along, all in the same moment.
 * Meanwhile somebody else asks for lists, at an even pace.
 */
const small = process.argv.includes('--small');
const contacts = small ? 5_000 : 50_000;
const tickets = small ? 1_000 : 10_000;
const seconds = small ? 3 : 10;
const perSecond = 20;
const { note, finish } = openReport('exports');

const today = new Date().toISOString().slice(0, 10);
const events = `/replay/export?from=${today}&to=${today}&format=`;
const files = {
  xlsx: ['/contacts/export?format=xlsx&language=pt-BR'],
  mixed: [
    ...['csv', 'xlsx'].map(format => `/contacts/export?format=${format}&language=pt-BR`),
    ...['csv', 'jsonl'].map(format => `/audit/export?format=${format}&language=pt-BR`),
    ...['xes', 'ocel', 'csv'].map(format => `${events}${format}`),
    `/dashboard/episodes.csv?metric=opened&days=1&language=pt-BR`,
    `/dashboard/report?days=30&by=queue`,
    `/replay/slice?from=${today}&to=${today}`,
  ],
} as const;

const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
const gatewayOf = (product: Product): number => product.running().services.gateway?.pid ?? 0;
const memoryOf = (pid: number) => ({
  own: residentMb(pid),
  children: childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0),
});

/** The lists that somebody else looks at, at an even pace, for so long. */
const look = async (product: Product, caller: Caller, forSeconds: number, isOver = () => true) => {
  const plain = plainCaller(product.url, caller.token);
  const times: number[] = [];
  const begun = performance.now();
  do {
    await paced(perSecond * forSeconds, perSecond, async index => {
      const path = index % 2 ? '/contacts?pageNumber=1' : '/tickets?status=pending';
      const from = performance.now();
      const answer = await plain.call('GET', path);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
      times.push(performance.now() - from);
      return 0;
    });
  } while (!isOver());
  plain.close();
  return summarise(times, performance.now() - begun);
};

type Taken = { readonly status: number; readonly bytes: number; readonly ms: number };
const take = async (product: Product, caller: Caller, path: string): Promise<Taken> => {
  const plain = plainCaller(product.url, caller.token);
  const begun = performance.now();
  const answer = await plain.call('GET', path).catch(() => ({ status: 0, bytes: 0 }));
  plain.close();
  return { status: answer.status, bytes: answer.bytes, ms: performance.now() - begun };
};

const product = await startProduct();
try {
  const { databaseUrl, eventstoreUrl } = product.running();
  const { keys, close: closeKeys } = await openServiceKeys({ databaseUrl, dataDir: product.dataDir });
  const store = openEventStore({ connectionString: eventstoreUrl, keys });
  const admin = await login(product.url, 'admin@demo.local', demoPassword);
  const ids = await loadContacts(store, contacts);
  const { position } = await loadTickets(store, ids, tickets);
  while ((await admin.tickets('?status=pending', position)).body.position < position);
  await store.close();
  await closeKeys();
  const db = new pg.Client(databaseUrl);
  await db.connect();
  await db.query(`update inbox.contact set email = 'contato.' || number || '@exemplo.com.br', extra_info =
    '[{"name":"Cidade","value":"São Paulo"},{"name":"Plano","value":"Empresarial & família"},{"name":"Observação","value":"Prefere ser atendido de manhã"}]'
    where not is_group`);
  await db.query('vacuum analyze');
  await db.end();
  const admins: Caller[] = [];
  for (let n = 0; n < 10; n += 1) {
    const email = `admin${n}@demo.local`;
    const body = {
      name: `Admin ${n}`,
      email,
      password: demoPassword,
      profile: 'admin',
      queueIds: [],
      whatsappIds: [],
    };
    const { status } = await admin.call('POST', '/users', { body });
    if (status !== 201) throw new Error(`a user answered ${status}`);
    admins.push(await login(product.url, email, demoPassword));
  }
  const ana = await login(product.url, 'ana@demo.local', demoPassword);
  const pid = gatewayOf(product);
  await look(product, ana, seconds);

  for (const [what, paths, count] of [
    ['xlsx', files.xlsx, 1],
    ['xlsx', files.xlsx, 8],
    ['xlsx', files.xlsx, 20],
    ['mixed', files.mixed, 50],
  ] as const) {
    // Right before, since other programs may use the machine too.
    const idle = await look(product, ana, seconds * 2);
    note('lists before', quantiles(idle), undefined, idle);
    const before = memoryOf(pid);
    let most = before;
    const sampling = setInterval(() => {
      try {
        const now = memoryOf(pid);
        most = { own: Math.max(most.own, now.own), children: Math.max(most.children, now.children) };
      } catch {}
    }, 100);
    let left: number = count;
    const taking = Array.from({ length: count }, (_, n) =>
      take(product, admins[n % admins.length] ?? admin, paths[n % paths.length] ?? '').finally(() => {
        left -= 1;
      }),
    );
    const others = await look(product, ana, 1, () => left === 0).catch(error => {
      console.log(String(error));
      return { p50: Number.NaN, p99: Number.NaN };
    });
    const taken = await Promise.all(taking);
    await new Promise(resolve => setTimeout(resolve, 20_000));
    clearInterval(sampling);
    const isSame = gatewayOf(product) === pid;
    if (!isSame) throw new Error('the gateway has ended');
    const after = memoryOf(pid);
    const statuses = Object.entries(Object.groupBy(taken, ({ status }) => status)).map(
      ([status, list = []]) => `${list.length}×${status}`,
    );
    const megabytes = taken.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    const longest = Math.max(...taken.map(each => each.ms));
    note(
      `${count} ${what} at once`,
      `${statuses.join(', ')}, ${megabytes.toFixed(0)} MB, longest ${ms(longest)}`,
      undefined,
      { taken },
    );
    note(
      '  lists meanwhile',
      quantiles(others),
      { text: `p99 under ${ms(idle.p99 * 2)}`, isMet: () => others.p99 <= idle.p99 * 2 },
      others,
    );
    const [grown, stays] = [most.own - before.own, after.own - before.own];
    note(
      '  memory of the gateway',
      `${before.own.toFixed(0)} MB, at most +${grown.toFixed(0)} (children ${most.children.toFixed(0)}), after 20 s +${stays.toFixed(0)} (children ${after.children.toFixed(0)})`,
      { text: 'at most +60 MB', isMet: () => grown <= 60 },
      { before, most, after },
    );
  }
  finish();
} finally {
  await product.stop();
}
