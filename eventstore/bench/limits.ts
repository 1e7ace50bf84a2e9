import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type ClientDuplexStream, credentials, makeGenericClientConstructor } from '@grpc/grpc-js';
import { echoService } from './echo-service.ts';
import { pacedAt, rateOf, type Spread, secondsOf, spreadOf } from './timing.ts';

const server = fileURLToPath(new URL('./echo-server.ts', import.meta.url));
const EchoClient = makeGenericClientConstructor(echoService, 'echo');
type Echo = InstanceType<typeof EchoClient>;

const bytes = (value: Buffer): Buffer => value;

const unary = (client: Echo, message: Buffer): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    client.makeUnaryRequest(echoService.unary.path, bytes, bytes, message, (error, answer) => {
      if (error) reject(error);
      else resolve(answer);
    });
  });

/** Answers come back in the order of the questions, so the oldest question is answered. */
const createExchange = (call: ClientDuplexStream<Buffer, Buffer>) => {
  const asked: (() => void)[] = [];
  call.on('data', () => asked.shift()?.());
  return (message: Buffer): Promise<void> =>
    new Promise(resolve => {
      asked.push(resolve);
      call.write(message);
    });
};

const flood = (client: Echo, count: number, size: number): Promise<number> =>
  secondsOf(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = Buffer.alloc(8);
        request.writeUInt32BE(count, 0);
        request.writeUInt32BE(size, 4);
        const call = client.makeServerStreamRequest(echoService.flood.path, bytes, bytes, request);
        call.on('data', () => undefined);
        call.on('end', resolve);
        call.on('error', reject);
      }),
  );

export type Limits = {
  readonly unary: ReadonlyMap<number, number>;
  readonly exchange: ReadonlyMap<number, number>;
  readonly messages: number;
  readonly delay: Spread;
};

/** What the bare protocol does here with messages of the same size, from another process, in this very run. */
export const measureLimits = async (size: number, inFlights: readonly number[]): Promise<Limits> => {
  const child = fork(server, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [ready] = (await once(child, 'message')) as [{ address: string }];
  const client = new EchoClient(ready.address, credentials.createInsecure());
  const call = client.makeBidiStreamRequest(echoService.exchange.path, bytes, bytes);
  const exchangeOne = createExchange(call);
  const message = Buffer.alloc(size, 'x');
  await rateOf(2000, 8, () => unary(client, message));
  await rateOf(2000, 8, () => exchangeOne(message));

  const unaryRates = new Map<number, number>();
  const exchangeRates = new Map<number, number>();
  for (const inFlight of inFlights) {
    const count = inFlight === 1 ? 3000 : 12_000;
    unaryRates.set(inFlight, await rateOf(count, inFlight, () => unary(client, message)));
    exchangeRates.set(inFlight, await rateOf(count, inFlight, () => exchangeOne(message)));
  }
  await flood(client, 50_000, size);
  const messages = 200_000 / (await flood(client, 200_000, size));
  const delays: number[] = [];
  await pacedAt(500, 2500, async () => {
    const start = performance.now();
    await exchangeOne(message);
    delays.push(performance.now() - start);
  });
  const ended = once(call, 'end');
  call.end();
  await ended;
  client.close();
  child.disconnect();
  await once(child, 'exit');
  return { unary: unaryRates, exchange: exchangeRates, messages, delay: spreadOf(delays) };
};
