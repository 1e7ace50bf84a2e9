import type { FastifyRequest } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { type ClientMessage, clientMessage, liveRoomAnswer } from '#contracts/live.ts';
import type { Claims } from '../auth/access-tokens.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { closedUnauthenticated, expireAt, type LiveConnection, openConnection } from './connection.ts';
import { paceEnding } from './endings.ts';
import { openInlet } from './inlet.ts';

const protocol = 'balcao.v1';
const bearer = 'bearer.';
const mostChatBoxes = 20;
const invalid = 1008;

export const liveProtocol = (offered: ReadonlySet<string>): string | false =>
  offered.has(protocol) && protocol;

/** A frame that is too large, or none of the protocol: the library closes the socket and says why to the other side. */
export const brokenSocket = (error: Error, socket: WebSocket, request: FastifyRequest): void => {
  const why = 'code' in error ? error.code : error.name;
  if (socket.readyState === socket.OPEN) socket.terminate();
  request.log.info({ why }, 'a live socket broke');
};

const query = z.object({ since: z.coerce.number().int().min(0).optional() });

/** The live channel: identity from the subprotocol, before the upgrade. */
export const liveRoute = (app: App, gateway: Gateway): void => {
  const { signsOfLife, tokens, callers, hub, presence, metrics, socketLimits, inTurn, log } = gateway;
  const claims = new WeakMap<FastifyRequest, Claims>();
  const places = new WeakMap<FastifyRequest, () => void>();

  app.addHook('onRequest', async request => {
    const verified = tokens.verify(tokenOf(request));
    claims.set(request, verified);
    const { socket } = request.raw;
    if (socket.destroyed) throw refuse('ERR_UNAVAILABLE');
    // However the upgrade goes, its connection ends once.
    if (request.ws) {
      const giveBack = socketLimits.take(verified);
      socket.once('close', giveBack);
      places.set(request, giveBack);
    }
    request.caller = await callers.callerOf(verified);
  });

  app.get('/ws', { websocket: true, schema: { querystring: query } }, (socket: WebSocket, request) => {
    const { caller } = request;
    const verified = claims.get(request);
    if (!caller || !verified) return socket.close(closedUnauthenticated, 'ERR_UNAUTHENTICATED');
    const connection = openConnection({ socket, stream: request.raw.socket }, caller, () =>
      metrics.slowSockets.inc(),
    );
    expireAt(connection, verified.exp);
    paceEnding(request.raw.socket, inTurn, () => places.get(request)?.());
    hub.enter(connection);
    signsOfLife.seen(connection);
    socket.on('pong', () => {
      connection.answeredPing = true;
    });
    const inlet = openInlet<RawData>(socket, data => {
      if (socket.readyState === socket.OPEN) hear(gateway, connection, data);
    });
    socket.on('close', () => {
      inlet.close();
      hub.leave(connection);
      signsOfLife.gone(connection);
      presence.gone(connection);
      connection.chatBoxes.clear();
    });
    socket.on('message', inlet.push);
    const { since } = query.parse(request.query);
    connection.resumeFrom = since;
    const greeted = (frames: readonly Buffer[]) => inTurn(() => connection.greet(frames));
    gateway.greetings.greet(connection, since).then(greeted, error => {
      log.warn({ err: error }, 'a socket could not be greeted');
      connection.close(1013, 'ERR_UNAVAILABLE');
    });
  });
};

/** Whether there is room for one more live socket: a page asks when one of its own was refused. */
export const liveRoomRoute = (app: App, { socketLimits }: Gateway): void => {
  app.get('/live', { schema: { response: { 200: liveRoomAnswer } } }, async request => {
    const { user } = callerOf(request);
    socketLimits.check({ userId: user.id, companyId: user.companyId });
    return { hasRoom: true as const };
  });
};

const tokenOf = (request: FastifyRequest): string => {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map(text => text.trim());
  const token = offered.find(text => text.startsWith(bearer));
  if (!token) throw refuse('ERR_UNAUTHENTICATED');
  return token.slice(bearer.length);
};

const hear = (gateway: Gateway, connection: LiveConnection, data: RawData): void => {
  const message = parse(data);
  if (message) heed(gateway, connection, message);
  else connection.close(invalid, 'ERR_VALIDATION');
};

const parse = (data: RawData): ClientMessage | undefined => {
  try {
    return clientMessage.parse(JSON.parse(data.toString()));
  } catch {
    return undefined;
  }
};

const heed = (gateway: Gateway, connection: LiveConnection, message: ClientMessage): void => {
  switch (message.event) {
    case 'joinChatBox':
      joinChatBox(gateway, connection, message);
      return;
    case 'leaveChatBox':
      leaveChatBox(gateway, connection, message.ticketId);
      return;
    case 'typing':
      gateway.presence.typing(connection, message.ticketId, message.typing);
      return;
    case 'joinNotification':
      connection.notifications = true;
      return;
    case 'token':
      renew(gateway, connection, message.token);
      return;
    case 'userStatus':
      gateway.signsOfLife.seen(connection);
      return;
    case 'joinTickets':
    case 'pong':
      return;
  }
};

/** Whether this ticket may be seen is asked at every frame, not here. */
const joinChatBox = (
  gateway: Gateway,
  connection: LiveConnection,
  { ticketId, since = connection.resumeFrom }: { ticketId: string; since?: number | undefined },
): void => {
  const [oldest] = connection.chatBoxes;
  if (oldest && connection.chatBoxes.size >= mostChatBoxes) leaveChatBox(gateway, connection, oldest);
  connection.chatBoxes.add(ticketId);
  gateway.presence.joined(connection, ticketId);
  connection.resumeFrom = undefined;
  if (since !== undefined) gateway.catchUp(connection, ticketId, since);
};

const leaveChatBox = ({ presence }: Gateway, connection: LiveConnection, ticketId: string): void => {
  connection.chatBoxes.delete(ticketId);
  presence.left(connection, ticketId);
};

const renew = ({ tokens }: Gateway, connection: LiveConnection, token: string): void => {
  try {
    const claims = tokens.verify(token);
    if (claims.sid !== connection.sessionId) throw refuse('ERR_UNAUTHENTICATED');
    expireAt(connection, claims.exp);
  } catch {
    connection.close(closedUnauthenticated, 'ERR_UNAUTHENTICATED');
  }
};
