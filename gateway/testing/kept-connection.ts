import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../gateway.ts';

export type SentCall = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};
export type HttpAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** Calls over one connection that is kept: the next call goes when the one before it is answered. */
export const keptConnection = (port: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = ({ method, path, headers = {}, body }: SentCall): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      // Node says how long the body of a GET is only if it is asked to.
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const about = { agent, port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } };
      const sent = request(about, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });
  return { call, close: () => agent.destroy() };
};

/** What a server is asked about its connections: how many listeners each has, and which calls are still in memory. */
export const watchConnections = ({ server }: Pick<App, 'server'>) => {
  const sockets = new Set<Socket>();
  let calls: WeakRef<object>[] = [];
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  for (const event of ['request', 'upgrade'] as const)
    server.on(event, (raw: object, other: object) => {
      calls.push(new WeakRef(raw));
      if (event === 'request') calls.push(new WeakRef(other));
    });
  return {
    open: () => sockets.size,
    /** Of all open connections together, by event. */
    listeners: (): Readonly<Record<string, number>> => {
      const counts: Record<string, number> = {};
      for (const socket of sockets)
        for (const name of socket.eventNames())
          counts[String(name)] = (counts[String(name)] ?? 0) + socket.listenerCount(name);
      return counts;
    },
    /** Requests and answers that were seen since the last time that this was asked, and are not collected. */
    inMemory: () => {
      const left = calls.filter(each => each.deref() !== undefined).length;
      calls = [];
      return left;
    },
  };
};
