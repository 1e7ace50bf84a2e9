import { Socket } from 'node:net';
import type { App } from '../gateway.ts';

/** How long a caller may take, in milliseconds. */
export type Patience = {
  /** For the head of a call, and for a new connection to begin one. */
  readonly head: number;
  /** For the body of a call, from its head on. */
  readonly body: number;
  /** For a body with files. */
  readonly upload: number;
  /** Without a byte of a body. */
  readonly idle: number;
  /** For the rest of a body that nobody wants any more, as when the call was refused. */
  readonly refused: number;
};

export const patience: Patience = {
  head: 15_000,
  body: 60_000,
  upload: 3_600_000,
  idle: 30_000,
  refused: 10_000,
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may be a file, which takes long on a slow line. */
    upload?: boolean;
  }
}

/** What the server itself is told, as it reads the heads. */
export const headLimits = ({ head }: Patience) => ({
  headersTimeout: head,
  connectionsCheckingInterval: Math.min(5_000, head),
});

/** Ends the connections of those who send a body too slowly, whoever they are and whatever was answered. */
export const limitSlowBodies = (app: App, { body, upload, idle, refused }: Patience): void => {
  const waits = new WeakMap<object, (ms: number) => void>();

  app.addHook('onRequest', async request => {
    const { raw } = request;
    const { socket } = raw;
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (!hasBody || !(socket instanceof Socket)) return;
    const end = () => socket.destroy();
    let timer: NodeJS.Timeout | undefined;
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    };
    const done = () => {
      clearTimeout(timer);
      waits.delete(raw);
      socket.setTimeout(0);
      socket.off('timeout', end);
      socket.off('close', done);
    };
    wait(request.routeOptions.config.upload ? upload : body);
    waits.set(raw, wait);
    socket.setTimeout(idle);
    socket.on('timeout', end);
    raw.once('end', done);
    socket.once('close', done);
  });
  app.addHook('onResponse', async ({ raw }) => waits.get(raw)?.(refused));
};
