import { commandAnswer } from '#contracts/http.ts';
import { syncTagsBody } from '#contracts/tags.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

/** Which tags a ticket has is for those who may see it; for tags themselves see records.ts. */
export const ticketTagRoutes = (app: App, { commands }: Gateway): void => {
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
