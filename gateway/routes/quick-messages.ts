import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { commandAnswer } from '#contracts/http.ts';
import {
  quickMessageBody,
  quickMessageListAnswer,
  quickMessagesAnswer,
  quickMessagesQuery,
  quickMessageView,
} from '#contracts/quick-messages.ts';
import { listQuickMessages, quickMessageList } from '#projections/inbox/queries/quick-messages.ts';
import { callerOf } from '../auth/guard.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byId = z.object({ id: z.uuid() });

/** Everybody's own quick messages. */
export const quickMessageRoutes = (app: App, { tenants, commands }: Gateway): void => {
  app.get(
    '/quick-messages',
    { schema: { querystring: quickMessagesQuery, response: { 200: quickMessagesAnswer } } },
    request => {
      const { companyId, id } = callerOf(request).user;
      return tenants.read(companyId, db => listQuickMessages(db, id, request.query));
    },
  );

  app.get(
    '/quick-messages/list',
    { schema: { response: { 200: quickMessageListAnswer } } },
    async request => {
      const { companyId, id } = callerOf(request).user;
      return [...(await tenants.read(companyId, db => quickMessageList(db, id)))];
    },
  );

  app.post(
    '/quick-messages',
    { schema: { body: quickMessageBody, response: { 201: quickMessageView } } },
    async (request, reply) => {
      const context = commandContext(request);
      const id = idMadeBy(context, 'quick-message');
      const view = viewOf(request, id, request.body);
      accepted(reply, await commands.quickMessage.create(context, commandOf(view)));
      return reply.code(201).send(view);
    },
  );

  app.put(
    '/quick-messages/:id',
    { schema: { params: byId, body: quickMessageBody, response: { 200: quickMessageView } } },
    async (request, reply) => {
      const view = viewOf(request, request.params.id, request.body);
      accepted(reply, await commands.quickMessage.change(commandContext(request), commandOf(view)));
      return view;
    },
  );

  app.delete(
    '/quick-messages/:id',
    { schema: { params: byId, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const own = { quickMessageId: id, userId: callerOf(request).user.id };
      const outcome = await commands.quickMessage.remove(commandContext(request), own);
      return { id, position: accepted(reply, outcome).position };
    },
  );
};

const viewOf = (
  request: FastifyRequest,
  id: string,
  { shortcode, message }: z.output<typeof quickMessageBody>,
) => {
  const { id: userId, companyId } = callerOf(request).user;
  return { id, shortcode, message, userId, companyId };
};

const commandOf = ({ id, shortcode, message, userId }: ReturnType<typeof viewOf>) => ({
  ...{ quickMessageId: id, shortcode, message, userId },
});
