import { z } from 'zod';
import type { Outcome } from '#commands/context.ts';
import {
  changeTicketBody,
  commandAnswer,
  openTicketAnswer,
  openTicketBody,
  ticketAnswer,
  ticketCounts,
  ticketsAnswer,
  ticketsQuery,
} from '#contracts/http.ts';
import { countTickets, listTickets } from '#projections/inbox/queries/list-tickets.ts';
import { viewerOf } from '../auth/callers.ts';
import { callerOf } from '../auth/guard.ts';
import { zoneOf } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';
import { changeTicket } from '../tickets/change-ticket.ts';
import { chosenConnection, defaultConnection } from '../tickets/connection-choice.ts';
import { explained } from '../tickets/explain.ts';
import { ticketFor } from '../tickets/find-ticket.ts';

const byId = z.object({ id: z.uuid() });
const byUuid = z.object({ uuid: z.uuid() });

export const ticketReadRoutes = (app: App, { tenants }: Gateway): void => {
  app.get(
    '/tickets',
    { schema: { querystring: ticketsQuery, response: { 200: ticketsAnswer } } },
    request => {
      const { user } = callerOf(request);
      return tenants.read(user.companyId, db =>
        listTickets(db, viewerOf(user), { ...request.query, timeZone: zoneOf(user) }),
      );
    },
  );

  app.get(
    '/tickets/counts',
    { schema: { querystring: ticketsQuery, response: { 200: ticketCounts } } },
    request => {
      const { user } = callerOf(request);
      return tenants.read(user.companyId, db =>
        countTickets(db, viewerOf(user), { ...request.query, timeZone: zoneOf(user) }),
      );
    },
  );

  app.get('/tickets/:id', { schema: { params: byId, response: { 200: ticketAnswer } } }, request =>
    ticketFor(tenants, callerOf(request), request.params.id),
  );

  app.get('/tickets/u/:uuid', { schema: { params: byUuid, response: { 200: ticketAnswer } } }, request =>
    ticketFor(tenants, callerOf(request), request.params.uuid),
  );
};

export const ticketCommandRoutes = (app: App, gateway: Gateway): void => {
  const { ticket } = gateway.commands;

  app.post(
    '/tickets',
    {
      config: { fault: 'ERR_CREATING_TICKET' },
      schema: { body: openTicketBody, response: { 201: openTicketAnswer } },
    },
    async (request, reply) => {
      const { body } = request;
      const context = commandContext(request);
      const id = idMadeBy(context, 'ticket');
      const status = body.status ?? 'open';
      const connectionId =
        chosenConnection(callerOf(request).user, body.whatsappId) ??
        (await defaultConnection(gateway, callerOf(request).user));
      if (connectionId === null) throw refuse('ERR_NO_DEF_WAPP_FOUND');
      const outcome = await ticket.open(context, {
        ticketId: id,
        contactId: body.contactId,
        connectionId,
        queueId: body.queueId ?? null,
        userId: body.userId ?? null,
        status,
      });
      accepted(reply, await explained(gateway, context.companyId, outcome));
      return reply.code(201).send({ id, uuid: id, status });
    },
  );

  app.put(
    '/tickets/:id',
    { schema: { params: byId, body: changeTicketBody, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const context = commandContext(request);
      const { id } = request.params;
      const whatsappId = chosenConnection(callerOf(request).user, request.body.whatsappId);
      const body = { ...request.body, whatsappId };
      const outcome = await changeTicket(ticket, {
        ...{ context, ticketId: id, body },
        defaultConnection: () => defaultConnection(gateway, callerOf(request).user),
      });
      const { position } = accepted(reply, await explained(gateway, context.companyId, outcome));
      return { id, position };
    },
  );

  const plain =
    (run: (context: ReturnType<typeof commandContext>, input: { ticketId: string }) => Promise<Outcome>) =>
    async (request: Parameters<typeof commandContext>[0] & { params: { id: string } }) => ({
      id: request.params.id,
      outcome: await run(commandContext(request), { ticketId: request.params.id }),
    });
  const read = plain(ticket.read);
  const remove = plain(ticket.delete);
  const takeOut = plain(ticket.takeOutOfMenu);
  const schema = { params: byId, response: { 200: commandAnswer } };

  app.post('/tickets/:id/read', { schema }, async (request, reply) => {
    const { id, outcome } = await read(request);
    return { id, position: accepted(reply, outcome).position };
  });

  /** Takes it out of the menu and accepts it. */
  app.post('/tickets/:id/leave-menu', { schema }, async (request, reply) => {
    const { id, outcome } = await takeOut(request);
    const { position } = accepted(reply, await explained(gateway, callerOf(request).user.companyId, outcome));
    return { id, position };
  });

  app.delete('/tickets/:id', { schema }, async (request, reply) => {
    const { id, outcome } = await remove(request);
    return { id, position: accepted(reply, outcome).position };
  });
};
