import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { placeOf, readMessage, wholeTextsOf } from '#commands/webhook/message-content.ts';
import type { MessageFile } from '#commands/webhook/message-facts.ts';
import { outsideContent } from '#contracts/outside-content.ts';
import { problem, problemResponses } from '#contracts/problems.ts';
import { shownEvents } from '../erasures/shown-events.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { serveFile } from '../media/serve-file.ts';
import { outsideCallerOf } from '../outside/token-guard.ts';

const params = z.object({ id: z.uuid() });
const range = z.string().meta({ description: 'A part of the file.', example: 'bytes=0-1023' });

/** What was written, and its files, for programs outside: contracts/outside-content.ts. */
export const outsideContentRoutes = (app: App, gateway: Gateway): void => {
  const { media } = gateway;
  const store = shownEvents(gateway);

  const factsFor = async (request: FastifyRequest, messageId: string) => {
    const { companyId, connectionId } = outsideCallerOf(request);
    const read = await readMessage({ store }, companyId, messageId);
    if (!read || (connectionId !== null && read.facts.connectionId !== connectionId))
      throw refuse('ERR_NO_MESSAGE_FOUND');
    return { companyId, facts: read.facts };
  };

  app.get(
    '/messages/:id/content',
    {
      config: { scope: 'read' },
      schema: { params, response: { ...problemResponses, 404: problem, 200: outsideContent } },
    },
    async request => {
      const { id } = request.params;
      const { companyId, facts } = await factsFor(request, id);
      return { id, ...placeOf(facts), ...(await wholeTextsOf({ store }, companyId, facts)) };
    },
  );

  app.get(
    '/messages/:id/media',
    {
      config: { scope: 'read' },
      schema: {
        ...{ params, headers: z.object({ range: range.optional() }) },
        response: { ...problemResponses, 404: problem },
      },
    },
    async (request, reply) => {
      const { id: messageId } = request.params;
      const { companyId, facts } = await factsFor(request, messageId);
      if (facts.file.state !== 'stored') throw noFile(facts.file);
      const name = { companyId, hash: facts.file.hash };
      return serveFile(request, reply, media, { name, messageId, cacheControl: 'no-store' });
    },
  );
};

const askAgainSeconds = 5;

/** Who may ask again is told when. */
const noFile = ({ state }: MessageFile): CallRefused => {
  if (state === 'waiting')
    return new CallRefused('ERR_NOT_FOUND', {
      ...{ message: 'The file is on its way from WhatsApp.', retryAfterSeconds: askAgainSeconds },
    });
  const message = state === 'failed' ? 'WhatsApp did not give the file.' : 'The message has no file.';
  return new CallRefused('ERR_NOT_FOUND', { message });
};
