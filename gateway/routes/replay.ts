import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  pastChanges,
  pastChangesQuery,
  pastMessages,
  pastMessagesQuery,
  pastOverview,
  pastQuery,
  pastTicket,
  pastTickets,
  pastTicketsQuery,
} from '#contracts/replay.ts';
import { may } from '#domain/access/may.ts';
import { callerOf } from '../auth/guard.ts';
import { zoneOf } from '../company/settings.ts';
import { refuseUnknown } from '../dashboard/known.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';
import { instantOf } from '../replay/instant.ts';
import { readPastChanges } from '../replay/past-changes.ts';
import { readPastOverview, readPastTickets } from '../replay/past-overview.ts';
import { readPastMessages, readPastTicket } from '../replay/past-ticket.ts';

const byId = z.object({ id: z.uuid() });
/** Of what the log itself is read for. */
const ofLog = { heavy: 'figures' } as const;
const config = { readModel: 'dashboard', heavy: 'figures' } as const;

/** The company as it was at an instant, for administrators and analysts. Nothing but reads. */
export const replayRoutes = (app: App, gateway: Gateway): void => {
  const { tenants } = gateway;
  const readerOf = async (request: FastifyRequest & { readonly query: { readonly at: string } }) => {
    const { user } = callerOf(request);
    if (!may(user, 'replay:view')) throw refuse('ERR_NO_PERMISSION', { action: 'replay:view' });
    const { companyId } = user;
    const at = await instantOf(tenants, companyId, request.query.at);
    return { companyId, at, zone: zoneOf(user), showsTakenBack: may(user, 'audit.read') };
  };

  /** Who looks is seen: nobody is shown what cannot be told of. */
  const tellOfLook = async (
    request: FastifyRequest,
    reply: FastifyReply,
    look: { readonly ticketId: string; readonly asOf: string },
  ): Promise<void> => {
    accepted(reply, await gateway.commands.dataAccess.viewConversation(commandContext(request), look));
  };

  app.get(
    '/replay/as-it-was',
    { config, schema: { querystring: pastQuery, response: { 200: pastOverview } } },
    async request => {
      const { companyId, at, zone } = await readerOf(request);
      return tenants.read(companyId, db => readPastOverview(db, { at, zone }));
    },
  );

  app.get(
    '/replay/as-it-was/tickets',
    { config, schema: { querystring: pastTicketsQuery, response: { 200: pastTickets } } },
    async request => {
      const { companyId, at, zone } = await readerOf(request);
      const { queueId: queue, userId: user } = request.query;
      await refuseUnknown(tenants, companyId, { queue, user });
      return tenants.read(companyId, db => readPastTickets(db, { ...request.query, at, zone }));
    },
  );

  app.get(
    '/replay/as-it-was/changes',
    { config, schema: { querystring: pastChangesQuery, response: { 200: pastChanges } } },
    async request => {
      const { companyId, at } = await readerOf(request);
      const from = await instantOf(tenants, companyId, request.query.from);
      return tenants.read(companyId, db => readPastChanges(db, { from, at }));
    },
  );

  app.get(
    '/replay/as-it-was/tickets/:id',
    { config: ofLog, schema: { params: byId, querystring: pastQuery, response: { 200: pastTicket } } },
    async (request, reply) => {
      const reader = await readerOf(request);
      const ticketId = request.params.id;
      const found = await readPastTicket(gateway, { ...reader, ticketId });
      await tellOfLook(request, reply, { ticketId, asOf: reader.at });
      return found;
    },
  );

  app.get(
    '/replay/as-it-was/tickets/:id/messages',
    {
      config: ofLog,
      schema: { params: byId, querystring: pastMessagesQuery, response: { 200: pastMessages } },
    },
    async (request, reply) => {
      const reader = await readerOf(request);
      const { cursor } = request.query;
      const ticketId = request.params.id;
      const found = await readPastMessages(gateway, { ...reader, ticketId, cursor });
      await tellOfLook(request, reply, { ticketId, asOf: reader.at });
      return found;
    },
  );
};
