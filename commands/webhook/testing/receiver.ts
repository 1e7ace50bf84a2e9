import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Received = {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
};
type Answer = { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> };

/** An endpoint on this machine that keeps what it is told. `answer` may be changed; undefined answers nothing, ever. */
export const openReceiver = async () => {
  const received: Received[] = [];
  const state: { answer: (received: Received) => Answer | undefined | Promise<Answer> } = {
    answer: () => ({ status: 204 }),
  };
  const waiters = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const one = {
      ...{ id: String(request.headers['webhook-id']), headers: request.headers, body },
      json: JSON.parse(body) as Received['json'],
    };
    received.push(one);
    for (const waiter of waiters) waiter();
    const answer = await state.answer(one);
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    host: `127.0.0.1:${port}`,
    received,
    state,
    types: () => received.map(({ json }) => json.type),
    /** Resolves once so many have come. */
    until: (count: number) =>
      new Promise<void>(resolve => {
        const look = () => {
          if (received.length < count) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
