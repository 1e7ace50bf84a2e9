import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { corkTurns } from '#connector/session/cork-turns.ts';
import { issueLoopbackCertificate } from '#eventstore/embedded/loopback-certificate.ts';
import { isOwnCaller } from './admin/callers.ts';
import { groupRoutes } from './admin/group-routes.ts';
import { messageRoutes } from './admin/message-routes.ts';
import { peopleRoutes } from './admin/people-routes.ts';
import { serveRoutes } from './admin/router.ts';
import { serverRoutes } from './admin/server-routes.ts';
import { socialRoutes } from './admin/social-routes.ts';
import { Connection } from './connection.ts';
import { MediaStore } from './media/media-store.ts';
import { PictureStore } from './media/pictures.ts';
import { transferMedia } from './media/transfer.ts';
import { createSimulator, type Log } from './simulator.ts';
import { Store } from './state/store.ts';

export type SimulatorOptions = { port: number; dataDir: string; log?: Log };
export type RunningSimulator = { url: string; close(): Promise<void> };

/**
 * Starts the WhatsApp simulator on 127.0.0.1: admin API and, under /ws/chat, the socket for companions.
 * `port` 0 takes any free one. State lies in `dataDir`/simulator and survives a crash; `close` ends all
 * connections and frees the ports.
 */
export async function startSimulator({
  port,
  dataDir,
  log = () => undefined,
}: SimulatorOptions): Promise<RunningSimulator> {
  const folder = join(dataDir, 'simulator');
  const store = new Store(folder);
  const media = new MediaStore(join(folder, 'media'));
  const pictures = new PictureStore(join(folder, 'media'));
  const simulator = createSimulator(store, { media, pictures }, log);
  await store.durable();
  const addresses = { wsUrl: '', mediaUrl: '', mediaCa: '' };
  const admin = serveRoutes([
    ...serverRoutes(simulator, () => addresses),
    ...peopleRoutes(simulator),
    ...socialRoutes(simulator),
    ...groupRoutes(simulator),
    ...messageRoutes(simulator),
  ]);
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    /^\/(v|pictures)\//.test(request.url ?? '')
      ? transferMedia(simulator, request, response)
      : admin(request, response);
  const mayConnect = (request: IncomingMessage) => isOwnCaller(request, { library: true });
  const http = createServer((request, response) => void serve(request, response));
  const sockets = new WebSocketServer({
    ...{ server: http, path: '/ws/chat', maxPayload: 16 * 1024 * 1024 },
    verifyClient: ({ req }: { req: IncomingMessage }) => mayConnect(req),
  });
  sockets.on('connection', (socket, { socket: stream }) => {
    corkTurns(stream);
    new Connection(simulator, socket);
  });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${portOf(http.address())}`;
  addresses.wsUrl = `${url.replace('http', 'ws')}/ws/chat`;
  media.downloadUrl = url;

  const tls = simulator.secrets.get('tls identity', () =>
    issueLoopbackCertificate(new Date(), { name: 'simulator', years: 10 }),
  );
  await store.durable();
  const uploads = createTlsServer(
    tls,
    (request, response) => void transferMedia(simulator, request, response),
  );
  uploads.listen(0, '127.0.0.1');
  await once(uploads, 'listening');
  media.uploadHost = `127.0.0.1:${portOf(uploads.address())}`;
  addresses.mediaUrl = `https://${media.uploadHost}`;
  addresses.mediaCa = tls.cert;

  const close = async () => {
    for (const connection of simulator.connections) connection.cut();
    sockets.close();
    for (const server of [http, uploads]) {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    }
    store.close();
  };
  return { url, close };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
