import { z } from 'zod';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { serveFile } from '../media/serve-file.ts';

const params = z.object({ companyId: z.uuid(), hash: z.string().regex(/^[0-9a-f]{64}$/) });
const query = z.object({
  m: z.uuid(),
  e: z.coerce.number().int(),
  s: z.string().max(100),
});

/**
 * Files of messages, to whoever has a signed address that has not expired: no session, so that pictures and players of
 * a page can load them.
 */
export const mediaRoutes = (app: App, { media, mediaLinks }: Gateway): void => {
  app.get('/media/:companyId/:hash', { schema: { params, querystring: query } }, async (request, reply) => {
    const { companyId, hash } = request.params;
    const { m: messageId, e: expires, s: signature } = request.query;
    const seconds = mediaLinks.secondsLeft({ companyId, hash, messageId, expires, signature });
    if (seconds === 0) throw refuse('ERR_NO_PERMISSION');
    return serveFile(request, reply, media, {
      ...{ name: { companyId, hash }, messageId },
      cacheControl: `private, max-age=${seconds}, immutable`,
    });
  });
};
