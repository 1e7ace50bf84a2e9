import { z } from 'zod';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { byteRange } from '../media/byte-range.ts';
import { isShown } from '../media/media-kinds.ts';

const params = z.object({ companyId: z.uuid(), hash: z.string().regex(/^[0-9a-f]{64}$/) });
const query = z.object({
  m: z.uuid(),
  e: z.coerce.number().int(),
  s: z.string().max(100),
});

/**
 * Files of messages, to whoever has a signed address that has not expired: no session, so that pictures and players of
 * a page can load them. Only what is safe to show is shown; everything else is for keeping.
 */
export const mediaRoutes = (app: App, { media, mediaLinks }: Gateway): void => {
  app.get('/media/:companyId/:hash', { schema: { params, querystring: query } }, async (request, reply) => {
    const { companyId, hash } = request.params;
    const { m: messageId, e: expires, s: signature } = request.query;
    const seconds = mediaLinks.secondsLeft({ companyId, hash, messageId, expires, signature });
    if (seconds === 0) throw refuse('ERR_NO_PERMISSION');
    const file = await media.find({ companyId, hash }, messageId);
    if (!file) throw refuse('ERR_NOT_FOUND');
    reply.headers({
      'cache-control': `private, max-age=${seconds}, immutable`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': disposition(file),
      'accept-ranges': 'bytes',
      etag: `"${hash}"`,
    });
    if (request.headers['if-none-match'] === `"${hash}"`) return reply.code(304).send();
    const range = byteRange(request.headers.range, file.size);
    if (range === 'impossible') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
    const whole = range === 'all';
    const stream = await media.open({ companyId, hash }, whole ? undefined : range);
    if (!stream) throw refuse('ERR_NOT_FOUND');
    if (!whole) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${file.size}`);
    return reply
      .type(isShown(file.mime) ? file.mime : 'application/octet-stream')
      .header('content-length', String(whole ? file.size : range.to - range.from + 1))
      .send(stream);
  });
};

const disposition = ({ mime, name }: { readonly mime: string; readonly name: string | null }): string => {
  const how = isShown(mime) ? 'inline' : 'attachment';
  return name ? `${how}; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}` : how;
};
