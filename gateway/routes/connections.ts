import { z } from 'zod';
import type { Outcome } from '#commands/context.ts';
import { readLedger, retrySetAside } from '#connector/interface/ledger.ts';
import {
  changeConnectionBody,
  connectionLedgerAnswer,
  connectionRetryAnswer,
  connectionsAnswer,
  connectionTokenAnswer,
  createConnectionBody,
  pairingCodeBody,
} from '#contracts/connections.ts';
import { commandAnswer } from '#contracts/http.ts';
import { connectionView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { callerOf } from '../auth/guard.ts';
import { connectionViews } from '../connections/connection-views.ts';
import { forgetToken, renewToken } from '../connections/tokens.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byId = z.object({ id: z.uuid() });
type Asked = Parameters<typeof callerOf>[0];

/** The company's connections, for everybody in it; what pairs and what writes in its name is for admins. */
export const connectionReadRoutes = (app: App, gateway: Gateway): void => {
  const connectionsFor = async (request: Asked) => {
    const { user } = callerOf(request);
    return [...(await connectionViews(gateway, user.companyId, may(user, 'connection.readSecrets')))];
  };
  const connectionFor = async (request: Asked, id: string) => {
    const found = (await connectionsFor(request)).find(connection => connection.id === id);
    if (!found) throw refuse('ERR_NO_WAPP_FOUND');
    return found;
  };

  for (const url of ['/whatsapp', '/whatsapp/'])
    app.get(
      url,
      { schema: { hide: url.endsWith('/'), response: { 200: connectionsAnswer } } },
      connectionsFor,
    );

  app.get('/whatsapp/:id', { schema: { params: byId, response: { 200: connectionView } } }, request =>
    connectionFor(request, request.params.id),
  );

  app.get(
    '/whatsapp/:id/ledger',
    { schema: { params: byId, response: { 200: connectionLedgerAnswer } } },
    async request => {
      const { user } = callerOf(request);
      if (!may(user, 'connection.readLedger'))
        throw refuse('ERR_NO_PERMISSION', { action: 'connection.readLedger' });
      const { id } = await connectionFor(request, request.params.id);
      return readLedger(gateway.pool, user.companyId, id);
    },
  );

  app.post(
    '/whatsapp/:id/ledger/retry',
    { schema: { params: byId, response: { 202: connectionRetryAnswer } } },
    async (request, reply) => {
      const { user } = callerOf(request);
      if (!may(user, 'connection.requestSession'))
        throw refuse('ERR_NO_PERMISSION', { action: 'connection.requestSession' });
      const { id } = await connectionFor(request, request.params.id);
      await retrySetAside(gateway.pool, user.companyId, id);
      return reply.code(202).send({ id });
    },
  );
};

/** Adding, changing and removing connections. Who may is the command's to say. */
export const connectionCommandRoutes = (app: App, gateway: Gateway): void => {
  const { pool, commands } = gateway;
  const { connection } = commands;
  const schema = { params: byId, response: { 200: commandAnswer } };

  /** How a connection stands among the others, as far as the read model shows. */
  const standingOf = async (companyId: string, id: string) => {
    const connections = await connectionViews(gateway, companyId, false);
    const isDefault = connections.some(each => each.id === id && each.isDefault);
    return { isDefault, hasOthers: connections.some(each => each.id !== id) };
  };

  app.post(
    '/whatsapp',
    { schema: { body: createConnectionBody, response: { 201: commandAnswer } } },
    async (request, reply) => {
      const context = commandContext(request);
      const id = idMadeBy(context, 'connection');
      const outcome = await connection.create(context, { ...request.body, connectionId: id });
      return reply.code(201).send({ id, position: accepted(reply, outcome).position });
    },
  );

  app.put('/whatsapp/:id', { schema: { ...schema, body: changeConnectionBody } }, async (request, reply) => {
    const { id } = request.params;
    const context = commandContext(request);
    const standing = await standingOf(context.companyId, id);
    const outcome = await connection.change(context, { ...request.body, connectionId: id, standing });
    return { id, position: accepted(reply, outcome).position };
  });

  app.delete('/whatsapp/:id', { schema }, async (request, reply) => {
    const { id } = request.params;
    const context = commandContext(request);
    const standing = await standingOf(context.companyId, id);
    const outcome = await connection.remove(context, { connectionId: id, standing });
    const { position } = accepted(reply, outcome);
    await forgetToken(pool, context.companyId, id);
    return { id, position };
  });

  app.post(
    '/whatsapp/:id/token',
    { schema: { params: byId, response: { 200: connectionTokenAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const context = commandContext(request);
      const { position } = accepted(reply, await connection.renewToken(context, { connectionId: id }));
      const token = await renewToken(pool, { connectionId: id, companyId: context.companyId });
      return { id, token, position };
    },
  );
};

/** Starting a session again, pairing anew by QR code or by a code to type, and logging out. */
export const connectionSessionRoutes = (app: App, { commands: { connection } }: Gateway): void => {
  const schema = { params: byId, response: { 200: commandAnswer } };
  type Context = ReturnType<typeof commandContext>;
  const session =
    (run: (context: Context, connectionId: string) => Promise<Outcome>) =>
    async (request: Asked & { params: { id: string } }, reply: Parameters<typeof accepted>[0]) => {
      const { id } = request.params;
      return { id, position: accepted(reply, await run(commandContext(request), id)).position };
    };

  app.post(
    '/whatsappsession/:id',
    { schema },
    session((context, connectionId) =>
      connection.requestSession(context, { connectionId, newPairing: false }),
    ),
  );
  app.put(
    '/whatsappsession/:id',
    { schema },
    session((context, connectionId) =>
      connection.requestSession(context, { connectionId, newPairing: true }),
    ),
  );
  app.delete(
    '/whatsappsession/:id',
    { schema },
    session((context, connectionId) => connection.requestLogout(context, { connectionId })),
  );

  app.post(
    '/whatsappsession/:id/pairing-code',
    { schema: { ...schema, body: pairingCodeBody } },
    async (request, reply) => {
      const { id } = request.params;
      const asked = { connectionId: id, newPairing: true, phoneNumber: request.body.phoneNumber };
      const outcome = await connection.requestSession(commandContext(request), asked);
      return { id, position: accepted(reply, outcome).position };
    },
  );
};
