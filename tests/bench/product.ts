import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type WebSocket from 'ws';
import { openEventStore } from '#eventstore/client.ts';
import { phone } from '#start/demo/records.ts';
import { helpIfAsked } from '#start/help.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { type Caller, contactPhone, login } from '../system/api.ts';
import { demoPassword, type Product, startProduct } from '../system/product.ts';
import { commandToFrame } from './frames.ts';
import { plainCaller } from './http.ts';
import { loadContacts, loadTalk, loadTickets } from './load.ts';
import { inFlight, rate } from './measure.ts';
import { memoryOf } from './memory.ts';
import { readings } from './reading.ts';
import { both, least, openReport, quantiles, under } from './report.ts';

helpIfAsked(
  'Usage: node tests/bench/product.ts [--small]\nMeasures the running product with 100,000 tickets (BENCH_TICKETS).',
);

const small = process.argv.includes('--small');
/** Tickets in the end; a million take the event store about ten minutes to take in. */
const most = Number(process.env.BENCH_TICKETS ?? (small ? 5_000 : 100_000));
const sizes = [Math.min(most, small ? 1_000 : 10_000), most];
const { note, finish } = openReport('product');

const awaitPosition = async (caller: Caller, position: number): Promise<void> => {
  const giveUpAt = Date.now() + 300_000 + most;
  for (;;) {
    const answer = await caller.tickets('?status=pending', position);
    if (answer.status === 200 && answer.body.position >= position) return;
    if (Date.now() > giveUpAt) throw new Error(`the inbox did not come to ${position}`);
  }
};

const frames = async (product: Product, ids: string[]): Promise<void> => {
  const [sender, watcher] = [await caller(product), await caller(product, 'ana@demo.local')];
  const people = { caller: sender.token, watcher: watcher.token };
  for (const sockets of [1, 200]) {
    const summary = await commandToFrame(product, people, sockets, () => {
      const id = ids.pop() ?? '';
      const seenIn = new RegExp(`"id":"${id}".*"status":"open"`);
      return {
        method: 'PUT',
        path: `/tickets/${id}`,
        body: { status: 'open', userId: sender.user.id },
        seenIn,
      };
    });
    const bar = under('p50', sockets > 1 ? 20 : 10);
    note(`accept → frame, 50/s, ${sockets} sockets`, quantiles(summary), bar, summary);
  }
  const [ticket] = (await sender.tickets('?status=open&showAll=true')).body.tickets;
  if (!ticket) throw new Error('there is no open ticket');
  const summary = await commandToFrame(product, people, 1, index => ({
    method: 'POST',
    path: `/messages/${ticket.id}`,
    body: { body: `frame ${index}.` },
    seenIn: new RegExp(`"frame ${index}\\."`),
  }));
  note('message → frame, 50/s, 1 socket, and out by WhatsApp', quantiles(summary), undefined, summary);
};

const accepts = async (product: Product, ids: string[]): Promise<void> => {
  const admin = await caller(product);
  for (const [width, perSecond] of [
    [1, 200],
    [8, 500],
    [64, 800],
  ] as const) {
    const total = width === 1 ? 300 : 1_500;
    const chosen = ids.splice(0, total);
    const plain = plainCaller(product.url, admin.token);
    const summary = await inFlight(chosen.length, width, async index => {
      const change = { status: 'open', userId: admin.user.id };
      const answer = await plain.call('PUT', `/tickets/${chosen[index]}`, change);
      if (answer.status !== 200) throw new Error(`accept answered ${answer.status} ${answer.text}`);
    });
    plain.close();
    const result = `${rate(summary.perSecond)}, ${quantiles(summary)}`;
    note(`accepts, ${width} in flight`, result, least(perSecond), summary);
  }
};

const firstPage = async (product: Product, tickets: number): Promise<void> => {
  const admin = await caller(product);
  const plain = plainCaller(product.url, admin.token);
  const call = async () => {
    const answer = await plain.call('GET', '/tickets?status=pending');
    if (answer.status !== 200 || answer.bytes < 5_000)
      throw new Error(`the list answered ${answer.status}, ${answer.bytes} bytes`);
  };
  await inFlight(300, 4, call);
  for (const width of [1, 16]) {
    const summary = await inFlight(width === 1 ? 500 : 3_000, width, call);
    note(
      `list first page, ${tickets.toLocaleString('en')} tickets, ${width} in flight`,
      `${rate(summary.perSecond)}, ${quantiles(summary)}`,
      width === 16 ? both(least(1_000), under('p99', 30)) : under('p99', 20),
      summary,
    );
  }
};

const inbound = async (product: Product): Promise<void> => {
  const admin = await caller(product);
  const live = await admin.live();
  live.say({ event: 'joinNotification' });
  await contactsWrite(product, live.socket, { tag: 'warm', total: 150 });
  const perSecond = await contactsWrite(product, live.socket, { tag: 'rate', total: 900 });
  live.close();
  note('inbound messages through Baileys, to the frame', rate(perSecond), least(150), { perSecond });
};

/** Three contacts write at once; answers how many messages a second came to the socket. */
const contactsWrite = async (
  product: Product,
  socket: WebSocket,
  { tag, total }: { tag: string; total: number },
): Promise<number> => {
  const numbers = ['5511988880001', '5541955550004', '5521977770002'];
  const pattern = new RegExp(`"(${tag} \\d+ \\d+)"`);
  const arrived = new Set<string>();
  const done = new Promise<void>(resolve =>
    socket.on('message', data => {
      const body = pattern.exec(String(data))?.[1];
      if (body) arrived.add(body);
      if (arrived.size >= total) resolve();
    }),
  );
  const begun = performance.now();
  await Promise.all(
    numbers.map(async (number, each) => {
      const device = contactPhone(product.simulatorUrl, number, phone.number);
      await inFlight(total / numbers.length, 4, index => device.write(`${tag} ${each} ${index}`));
    }),
  );
  await done;
  return (total * 1000) / (performance.now() - begun);
};

const rebuild = async (product: Product): Promise<void> => {
  const { databaseUrl, eventstoreUrl } = product.running();
  const script = fileURLToPath(new URL('../../projections/rebuild.ts', import.meta.url));
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventstoreUrl,
    DATA_DIR: product.dataDir,
  };
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, [script, 'inbox'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', chunk => {
      text += chunk;
    });
    child.once('exit', code =>
      code === 0 ? resolve(text) : reject(new Error(`rebuild ended with ${code}`)),
    );
  });
  const perSecond = Number(
    /([\d.,]+) events\/s(?![\s\S]*events\/s)/.exec(output)?.[1]?.replaceAll(/[.,]/g, ''),
  );
  note('rebuild of the inbox', `${rate(perSecond)} events`, least(15_000), { perSecond });
};

const memory = (product: Product, when: string): void => {
  const sizes = memoryOf(product);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const parts = Object.entries(sizes).map(([name, size]) => `${name} ${Math.round(size)}`);
  const bar = { text: 'under 700 MB', isMet: () => total < 700 };
  note(`memory ${when}`, `${Math.round(total)} MB (${parts.join(', ')})`, bar, { total, ...sizes });
};

const caller = (product: Product, email = 'admin@demo.local') => login(product.url, email, demoPassword);

const product = await startProduct();
try {
  const { databaseUrl, eventstoreUrl } = product.running();
  const { keys, close: closeKeys } = await openServiceKeys({ databaseUrl, dataDir: product.dataDir });
  const store = openEventStore({ connectionString: eventstoreUrl, keys });
  memory(product, 'with the demo');
  await inbound(product);
  const contactIds = await loadContacts(store);
  const ids: string[] = [];
  let loaded = 0;
  for (const size of sizes) {
    const part = await loadTickets(store, contactIds, size - loaded);
    loaded = size;
    ids.push(...part.ids);
    await awaitPosition(await caller(product), part.position);
    await firstPage(product, size);
  }
  const admin = await caller(product);
  const talk = { ticketId: ids.pop() ?? '', contactId: contactIds[(loaded - 1) % contactIds.length] ?? '' };
  await awaitPosition(admin, await loadTalk(store, talk, 5_000));
  await readings(product, admin.token, talk.ticketId, note);
  await frames(product, ids);
  await accepts(product, ids);
  await rebuild(product);
  memory(product, 'after all of it');
  await store.close();
  await closeKeys();
  finish();
} finally {
  await product.stop();
}
