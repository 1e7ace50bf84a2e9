import { z } from 'zod';
import { commandAnswer } from '#contracts/http.ts';
import { syncTagsBody, tagBody, tagListAnswer, tagRef, tagsAnswer, tagsQuery } from '#contracts/tags.ts';
import { listTags, tagById, tagList } from '#projections/inbox/queries/tags.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byId = z.object({ id: z.uuid() });

export const tagReadRoutes = (app: App, { tenants }: Gateway): void => {
  app.get('/tags', { schema: { querystring: tagsQuery, response: { 200: tagsAnswer } } }, async request => {
    const page = await tenants.read(callerOf(request).user.companyId, db => listTags(db, request.query));
    return { ...page, tags: [...page.tags] };
  });

  app.get('/tags/list', { schema: { response: { 200: tagListAnswer } } }, async request => [
    ...(await tenants.read(callerOf(request).user.companyId, tagList)),
  ]);

  app.get('/tags/:id', { schema: { params: byId, response: { 200: tagRef } } }, async request => {
    const tag = await tenants.read(callerOf(request).user.companyId, db => tagById(db, request.params.id));
    if (!tag) throw refuse('ERR_NO_TAG_FOUND');
    return tag;
  });
};

/** Tags are everybody's of the company; which a ticket has is for who may see it. */
export const tagCommandRoutes = (app: App, { commands }: Gateway): void => {
  app.post('/tags', { schema: { body: tagBody, response: { 201: tagRef } } }, async (request, reply) => {
    const context = commandContext(request);
    const id = idMadeBy(context, 'tag');
    accepted(reply, await commands.tag.create(context, { tagId: id, ...request.body }));
    return reply.code(201).send({ id, ...request.body, color: request.body.color.toLowerCase() });
  });

  app.put(
    '/tags/:id',
    { schema: { params: byId, body: tagBody, response: { 200: tagRef } } },
    async (request, reply) => {
      const { id } = request.params;
      accepted(reply, await commands.tag.change(commandContext(request), { tagId: id, ...request.body }));
      return { id, ...request.body, color: request.body.color.toLowerCase() };
    },
  );

  app.delete(
    '/tags/:id',
    { schema: { params: byId, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const outcome = await commands.tag.remove(commandContext(request), { tagId: id });
      return { id, position: accepted(reply, outcome).position };
    },
  );

  app.post(
    '/tags/sync',
    { schema: { body: syncTagsBody, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { ticketId, tags } = request.body;
      const tagIds = tags.map(({ id }) => id);
      const outcome = await commands.ticket.tag(commandContext(request), { ticketId, tagIds });
      return { id: ticketId, position: accepted(reply, outcome).position };
    },
  );
};
