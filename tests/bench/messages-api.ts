import { helpIfAsked } from '#start/help.ts';
import { login } from '../system/api.ts';
import { demoPassword, type Product, startProduct } from '../system/product.ts';
import { plainCaller } from './http.ts';
import { inFlight, paced, rate } from './measure.ts';
import { both, least, openReport, quantiles, under } from './report.ts';
import { workedMs } from './whatsapp/processes.ts';

helpIfAsked(
  'Usage: npm run bench:messages-api [-- --small]\nMeasures how many messages a second programs outside get accepted, and how long each waits.',
);

/*
 * One program with a key sends to contacts of the demo, whose phones are simulated: the whole product runs beside it,
 * durable, and sends what it accepts. No limit is met.
 */
const small = process.argv.includes('--small');
const total = small ? 400 : 4_000;
const width = 16;
const numbers = ['5511988880001', '5541955550004', '5521977770002'];
const { note, finish } = openReport('messages-api');

/** Processor time of each service meanwhile, in shares of a core. */
const workOf = async <Result>(product: Product, work: () => Promise<Result>) => {
  const used = () =>
    Object.entries(product.running().services).flatMap(([name, { pid }]) =>
      pid === undefined ? [] : [[name, workedMs(pid)] as const],
    );
  const [before, begun] = [new Map(used()), performance.now()];
  const result = await work();
  const elapsed = performance.now() - begun;
  const shares = used().map(([name, spent]) => [name, (spent - (before.get(name) ?? 0)) / elapsed] as const);
  return {
    result,
    shares: Object.fromEntries(shares.map(([name, share]) => [name, Number(share.toFixed(2))])),
  };
};

const env = { API_CALLS_PER_MINUTE: '1000000', API_MESSAGES_PER_NUMBER: '1000000' };
const product = await startProduct({ env });
try {
  const admin = await login(product.url, 'admin@demo.local', demoPassword);
  const { body: key } = await admin.call<{ token: string }>('POST', '/api-keys', {
    body: { name: 'Bench', scopes: ['send', 'read'] },
  });
  const program = plainCaller(product.url, () => key.token);
  const send = async (index: number, headers: Record<string, string> = {}): Promise<void> => {
    const message = {
      number: numbers[index % numbers.length],
      body: `Pedido ${index}`,
      externalId: `p ${index}`,
    };
    const answer = await program.call('POST', '/messages/send', message, headers);
    if (answer.status !== 202) throw new Error(`send answered ${answer.status} ${answer.text}`);
  };
  await inFlight(small ? 100 : 600, width, index => send(index));
  for (const [what, headersOf] of [
    ['with a key of its own each', (index: number) => ({ 'idempotency-key': `pedido ${index}` })],
    ['without', () => ({})],
  ] as const) {
    const { result: summary, shares } = await workOf(product, () =>
      inFlight(total, width, index => send(index, headersOf(index))),
    );
    const text = `${rate(summary.perSecond)}, ${quantiles(summary)}`;
    note(
      `sends, ${width} in flight, Idempotency-Key: ${what}`,
      text,
      both(least(200), under('p99', 100)),
      summary,
    );
    note('  processor time, in cores', JSON.stringify(shares), undefined, shares);
  }
  const atPace = await paced(small ? 400 : 4_000, 200, async index => {
    const begun = performance.now();
    await send(index, { 'idempotency-key': `em ritmo ${index}` });
    return performance.now() - begun;
  });
  note('sends, 200 a second, each with a key', quantiles(atPace), under('p99', 100), atPace);
  program.close();
  finish();
} finally {
  await product.stop();
}
