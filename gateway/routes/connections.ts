import { z } from 'zod';
import { commandAnswer, connectionsAnswer } from '#contracts/http.ts';
import { connectionView } from '#contracts/views.ts';
import { callerOf } from '../auth/guard.ts';
import { connectionViews } from '../connections/connection-views.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byId = z.object({ id: z.uuid() });

export const connectionRoutes = (app: App, gateway: Gateway): void => {
  const { connection } = gateway.commands;
  const connectionsFor = async (request: Parameters<typeof callerOf>[0]) => {
    const { user } = callerOf(request);
    return [...(await connectionViews(gateway, user.companyId, user.profile === 'admin'))];
  };

  for (const url of ['/whatsapp', '/whatsapp/'])
    app.get(
      url,
      { schema: { hide: url.endsWith('/'), response: { 200: connectionsAnswer } } },
      connectionsFor,
    );

  app.get('/whatsapp/:id', { schema: { params: byId, response: { 200: connectionView } } }, async request => {
    const connections = await connectionsFor(request);
    const found = connections.find(({ id }) => id === request.params.id);
    if (!found) throw refuse('ERR_NO_WAPP_FOUND');
    return found;
  });

  const schema = { params: byId, response: { 200: commandAnswer } };

  app.post('/whatsappsession/:id', { schema }, async (request, reply) => {
    const { id } = request.params;
    const command = { connectionId: id, newPairing: false };
    const outcome = await connection.requestSession(commandContext(request), command);
    return { id, position: accepted(reply, outcome).position };
  });

  app.put('/whatsappsession/:id', { schema }, async (request, reply) => {
    const { id } = request.params;
    const command = { connectionId: id, newPairing: true };
    const outcome = await connection.requestSession(commandContext(request), command);
    return { id, position: accepted(reply, outcome).position };
  });

  app.delete('/whatsappsession/:id', { schema }, async (request, reply) => {
    const { id } = request.params;
    const outcome = await connection.requestLogout(commandContext(request), { connectionId: id });
    return { id, position: accepted(reply, outcome).position };
  });
};
