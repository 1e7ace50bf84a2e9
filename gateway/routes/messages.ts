import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Outcome } from '#commands/context.ts';
import {
  commandAnswer,
  editMessageBody,
  messagesAnswer,
  messagesQuery,
  reactionBody,
  sendMessageAnswer,
  sendMessageBody,
} from '#contracts/http.ts';
import { searchMessagesAnswer, searchMessagesQuery } from '#contracts/search.ts';
import { isRejection, reject } from '#domain/shared/decision.ts';
import { listMessages, messagesAround } from '#projections/inbox/queries/messages.ts';
import { searchMessages } from '#projections/inbox/queries/search-messages.ts';
import { findTicket } from '#projections/inbox/queries/tickets.ts';
import { viewerOf } from '../auth/callers.ts';
import { callerOf } from '../auth/guard.ts';
import { areViewsTold } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';
import { namedFile } from '../media/known-file.ts';
import { receiveForm } from '../media/received-files.ts';
import { type SentMessage, sendFiles } from '../media/send-files.ts';
import { ticketFor, visible } from '../tickets/find-ticket.ts';

const byTicket = z.object({ ticketId: z.uuid() });
const byId = z.object({ id: z.uuid() });

export const messageRoutes = (app: App, gateway: Gateway): void => {
  const { tenants, positions, commands, media, mediaLimits, mediaLinks } = gateway;
  app.get(
    '/messages/:ticketId',
    { schema: { params: byTicket, querystring: messagesQuery, response: { 200: messagesAnswer } } },
    async (request, reply) => {
      const { user } = callerOf(request);
      const { ticketId } = request.params;
      const position = positions.known('inbox');
      const { around } = request.query;
      const [found, page] = await tenants.read(user.companyId, db =>
        Promise.all([
          findTicket(db, viewerOf(user), ticketId),
          around ? messagesAround(db, ticketId, around) : listMessages(db, ticketId, request.query),
        ]),
      );
      const ticket = visible(found);
      if (!page) throw refuse('ERR_NO_MESSAGE_FOUND');
      // A group is nobody's: everybody attends it.
      if (ticket.userId !== user.id && !ticket.isGroup && areViewsTold(user))
        accepted(
          reply,
          await commands.dataAccess.viewConversation(commandContext(request), { ticketId, asOf: null }),
        );
      return { ...page, messages: page.messages.map(mediaLinks.signed), ticket, position };
    },
  );

  app.get(
    '/messages/search',
    { schema: { querystring: searchMessagesQuery, response: { 200: searchMessagesAnswer } } },
    async request => {
      const { user } = callerOf(request);
      const answer = await tenants.read(user.companyId, db =>
        searchMessages(db, viewerOf(user), request.query),
      );
      const found = answer.found.map(({ message, ticket }) => ({
        message: mediaLinks.signed(message),
        ticket,
      }));
      return { ...answer, found };
    },
  );

  app.post(
    '/messages/:ticketId',
    {
      config: { upload: true, fault: 'ERR_CREATING_MESSAGE' },
      schema: { params: byTicket, body: sendMessageBody.nullish(), response: { 201: sendMessageAnswer } },
    },
    async (request, reply) => {
      const context = commandContext(request);
      if (request.isMultipart()) {
        const ticket = await ticketFor(tenants, callerOf(request), request.params.ticketId);
        const form = await receiveForm(request, media, mediaLimits);
        return reply
          .code(201)
          .send(sentAnswer(reply, await sendFiles(gateway, context, ticket, form), form.quotedMessageId));
      }
      const { body } = request;
      if (!body) throw refuse('ERR_EMPTY_MESSAGE');
      const quotedMessageId = body.quotedMsg?.id ?? null;
      if (body.mediaUrl || body.mediaPath) {
        const ticket = await ticketFor(tenants, callerOf(request), request.params.ticketId);
        const file = await namedFile(gateway, context.companyId, body);
        const form = { body: body.body, quotedMessageId, files: file ? [file] : [] };
        return reply
          .code(201)
          .send(sentAnswer(reply, await sendFiles(gateway, context, ticket, form), form.quotedMessageId));
      }
      const id = idMadeBy(context, 'message');
      const outcome = await commands.message.queue(context, {
        messageId: id,
        ticketId: request.params.ticketId,
        body: body.body,
        quotedMessageId,
      });
      const { position } = accepted(reply, orQuoteGone(outcome, quotedMessageId));
      return reply.code(201).send({ id, position });
    },
  );

  app.post(
    '/messages/:id/retry',
    { schema: { params: byId, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const { position } = accepted(
        reply,
        await commands.message.retry(commandContext(request), { messageId: id }),
      );
      return { id, position };
    },
  );

  app.put(
    '/messages/:id',
    { schema: { params: byId, body: editMessageBody, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const context = commandContext(request);
      const change = { messageId: id, changeId: idMadeBy(context, 'change'), body: request.body.body };
      const { position } = accepted(reply, await commands.message.edit(context, change));
      return { id, position };
    },
  );

  app.delete(
    '/messages/:id',
    { schema: { params: byId, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const context = commandContext(request);
      const change = { messageId: id, changeId: idMadeBy(context, 'change') };
      const { position } = accepted(reply, await commands.message.remove(context, change));
      return { id, position };
    },
  );

  app.post(
    '/messages/:id/reactions',
    { schema: { params: byId, body: reactionBody, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const context = commandContext(request);
      const change = { messageId: id, changeId: idMadeBy(context, 'change'), emoji: request.body.emoji };
      const { position } = accepted(reply, await commands.message.react(context, change));
      return { id, position };
    },
  );

  app.post(
    '/messages/:id/media',
    { schema: { params: byId, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id: messageId } = request.params;
      const outcome = await commands.message.requestMedia(commandContext(request), { messageId });
      return { id: messageId, position: accepted(reply, outcome).position };
    },
  );
};

/** What is quoted must be in the same conversation: WhatsApp would find it nowhere else. */
const orQuoteGone = (outcome: Outcome, quotedMessageId: string | null): Outcome =>
  quotedMessageId && isRejection(outcome) && outcome.rejected === 'ERR_NO_MESSAGE_FOUND'
    ? reject('ERR_FETCH_WAPP_MSG', { quotedMessageId })
    : outcome;

/** What became of files: the first message that was made, or why the last was not. */
const sentAnswer = (reply: FastifyReply, sent: readonly SentMessage[], quotedMessageId: string | null) => {
  const [first] = sent;
  const last = sent.at(-1);
  if (!first || !last) throw refuse('ERR_EMPTY_MESSAGE');
  const { position } = accepted(reply, orQuoteGone(last.outcome, quotedMessageId));
  return { id: first.id, ids: sent.map(({ id }) => id), position };
};
