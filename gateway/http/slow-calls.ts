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
  /** Without a byte of a body; looked at so often, so that it may take twice as long. */
  readonly idle: number;
  /** For the rest of a body that nobody wants any more, as when the call was refused. */
  readonly refused: number;
  /** How often it is looked at how fast a long answer is taken. */
  readonly download: number;
};

export const patience: Patience = {
  head: 15_000,
  body: 60_000,
  upload: 3_600_000,
  idle: 30_000,
  refused: 10_000,
  download: 30_000,
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

/**
 * Ends the connections of those who send a body too slowly, whoever they are and whatever was answered. What is made
 * for a call ends with its body: the connection may serve many thousands.
 */
export const limitSlowBodies = (app: App, { body, upload, idle, refused }: Patience): void => {
  const waits = new WeakMap<object, (ms: number) => void>();

  app.addHook('onRequest', async request => {
    const { raw } = request;
    const { socket } = raw;
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (!hasBody || !(socket instanceof Socket)) return;
    let whole: NodeJS.Timeout | undefined;
    const wait = (ms: number) => {
      clearTimeout(whole);
      whole = setTimeout(() => socket.destroy(), ms);
    };
    // The socket's own timeout is Node's, which ends connections that are kept with it.
    let received = socket.bytesRead;
    const rest = setInterval(() => {
      if (socket.bytesRead === received) socket.destroy();
      received = socket.bytesRead;
    }, idle);
    const done = () => {
      clearTimeout(whole);
      clearInterval(rest);
      waits.delete(raw);
      socket.off('close', done);
    };
    wait(request.routeOptions.config.upload ? upload : body);
    waits.set(raw, wait);
    raw.once('end', done);
    raw.once('close', done);
    // Of a call that was answered before its end, Node says nothing more when the connection breaks off.
    socket.once('close', done);
  });
  app.addHook('onResponse', async ({ raw }) => waits.get(raw)?.(refused));
};
