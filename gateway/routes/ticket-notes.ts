import { z } from 'zod';
import { commandAnswer } from '#contracts/http.ts';
import {
  createTicketNoteBody,
  ticketHistoryAnswer,
  ticketNotesAnswer,
  ticketNotesQuery,
  ticketNoteView,
} from '#contracts/ticket-notes.ts';
import { listNotes, ticketHistory, ticketOfNote } from '#projections/inbox/queries/ticket-history.ts';
import { viewerOf } from '../auth/callers.ts';
import { callerOf } from '../auth/guard.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';
import { ticketFor } from '../tickets/find-ticket.ts';

const byId = z.object({ id: z.uuid() });

/** Notes at tickets and the history of a ticket: for who may see the ticket. */
export const ticketNoteRoutes = (app: App, { tenants, commands }: Gateway): void => {
  app.get(
    '/tickets/:id/history',
    { schema: { params: byId, response: { 200: ticketHistoryAnswer } } },
    async request => {
      const caller = callerOf(request);
      const { id } = await ticketFor(tenants, caller, request.params.id);
      return [...(await tenants.read(caller.user.companyId, db => ticketHistory(db, id)))];
    },
  );

  app.get(
    '/ticket-notes/list',
    { schema: { querystring: ticketNotesQuery, response: { 200: ticketNotesAnswer } } },
    async request => {
      const caller = callerOf(request);
      const { query } = request;
      if (query.ticketId) await ticketFor(tenants, caller, query.ticketId);
      else if (!query.contactId)
        throw new CallRefused('ERR_VALIDATION', { message: 'query: a ticket or a contact is wanted' });
      const { user } = caller;
      return [...(await tenants.read(user.companyId, db => listNotes(db, viewerOf(user), query)))];
    },
  );

  app.post(
    '/ticket-notes',
    { schema: { body: createTicketNoteBody, response: { 201: ticketNoteView } } },
    async (request, reply) => {
      const { ticketId, note } = request.body;
      const caller = callerOf(request);
      const { contactId } = await ticketFor(tenants, caller, ticketId);
      const context = commandContext(request);
      const id = idMadeBy(context, 'note');
      accepted(reply, await commands.ticket.note(context, { ticketId, noteId: id, note }));
      const user = { id: caller.user.id, name: caller.user.name };
      return reply.code(201).send({ id, note, ticketId, contactId, user, createdAt: context.at });
    },
  );

  app.delete(
    '/ticket-notes/:id',
    { schema: { params: byId, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const { companyId } = callerOf(request).user;
      const ticketId = await tenants.read(companyId, db => ticketOfNote(db, id));
      if (!ticketId) throw refuse('ERR_NO_NOTE_FOUND');
      const outcome = await commands.ticket.deleteNote(commandContext(request), { ticketId, noteId: id });
      return { id, position: accepted(reply, outcome).position };
    },
  );
};
