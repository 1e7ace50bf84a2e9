import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  idempotencyHeader,
  outsideMessage,
  outsideMessagesAnswer,
  outsideMessagesQuery,
  replayedHeader,
  type SendOutsideAnswer,
  sendOutsideAnswer,
  sendOutsideBody,
} from '#contracts/outside-messages.ts';
import { problem, problemResponses } from '#contracts/problems.ts';
import { streamName } from '#domain/shared/stream.ts';
import {
  courseOf,
  listOutsideMessages,
  numberOf,
  outsideView,
  placeOfOutside,
} from '#projections/inbox/queries/outside-messages.ts';
import { shownEvents } from '../erasures/shown-events.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { discardAll } from '../media/received-files.ts';
import { calledNumber } from '../outside/called-number.ts';
import { createIdempotentCalls } from '../outside/idempotent-calls.ts';
import { readSend } from '../outside/read-send.ts';
import { createNumberResolution } from '../outside/resolve-number.ts';
import { lookAhead, sendOutside } from '../outside/send-message.ts';
import { outsideCallerOf, outsideContext } from '../outside/token-guard.ts';

const params = z.object({ id: z.uuid() });
const tags = ['messages'];
const idempotencyKey = z.string().meta({
  description:
    'Yours for this sending, 1 to 255 characters: the same call again within 24 hours sends nothing, and is answered the same. It counts for the token alone: another token, also one of the same company, may use the same key for another sending. A connection keeps its keys when its token is renewed; a new API key has none.',
  example: 'pedido-1042',
});

/** Sending messages, and what became of them, for programs outside: contracts/outside-messages.ts. */
export const outsideMessageRoutes = (app: App, gateway: Gateway): void => {
  const idempotent = createIdempotentCalls(gateway.pool, gateway.secrets.refreshKey);
  const events = shownEvents(gateway);
  const deps = { ...gateway, resolveNumber: createNumberResolution(gateway) };

  const headers = z.object({ [idempotencyHeader]: idempotencyKey.optional() });
  const response = { ...problemResponses, 404: problem, 409: problem, 413: problem, 202: sendOutsideAnswer };
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<SendOutsideAnswer> => {
    const caller = outsideCallerOf(request);
    const asked = await readSend(request, gateway);
    reply.code(202);
    try {
      const looked = lookAhead(deps, caller, asked);
      // A call that was answered before asks nobody what was found.
      looked.catch(() => undefined);
      const key = request.headers[idempotencyHeader];
      if (key === undefined)
        return await sendOutside(deps, { looked, asked, context: outsideContext(request), begun: false });
      const { answer, replayed } = await idempotent(
        caller,
        String(key),
        asked.fields,
        ({ commandId, begun }) =>
          sendOutside(deps, { looked, asked, context: outsideContext(request, commandId), begun }),
      );
      if (replayed) reply.header(replayedHeader, 'true');
      return answer;
    } finally {
      await discardAll(asked.files);
    }
  };

  app.post(
    '/messages/send',
    {
      config: { scope: 'send', upload: true },
      schema: { tags, headers, body: sendOutsideBody.nullish(), response },
    },
    send,
  );
  // The same for a form alone: most generators of clients know one way to send for each call.
  app.post(
    '/messages/send/files',
    { config: { scope: 'send', upload: true, onlyForm: true }, schema: { tags, headers, response } },
    send,
  );

  app.get(
    '/messages',
    {
      config: { scope: 'read' },
      schema: {
        ...{ tags, querystring: outsideMessagesQuery },
        response: { ...problemResponses, 200: outsideMessagesAnswer },
      },
    },
    async request => {
      const caller = outsideCallerOf(request);
      const { cursor, number } = request.query;
      if (cursor !== undefined && !placeOfOutside(cursor))
        throw refuse('ERR_VALIDATION', { field: 'cursor' });
      const page = await gateway.tenants.read(caller.companyId, db =>
        listOutsideMessages(db, caller, {
          ...request.query,
          ...(number ? { number: calledNumber(number) } : {}),
        }),
      );
      return { ...page, hasMore: page.nextCursor !== null };
    },
  );

  app.get(
    '/messages/:id',
    {
      config: { scope: 'read' },
      constraints: { caller: 'token' },
      schema: { tags, params, response: { ...problemResponses, 404: problem, 200: outsideMessage } },
    },
    async request => {
      const { companyId, connectionId } = outsideCallerOf(request);
      const { id: messageId } = request.params;
      const course = courseOf(await events.load(streamName('message', companyId, messageId)));
      if (!course || (connectionId !== null && course.connectionId !== connectionId))
        throw refuse('ERR_NO_MESSAGE_FOUND');
      const { contactId } = course;
      const number = await gateway.tenants.read(companyId, db => numberOf(db, contactId));
      return outsideView(course, number);
    },
  );
};
