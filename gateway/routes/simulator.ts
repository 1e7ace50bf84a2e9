import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { refuse } from '../errors/refusal.ts';
import type { App } from '../gateway.ts';

/** Holds the largest file that the simulator page sends, 16 MB, in base64. */
const largest = 24 * 1024 * 1024;
const passed = ['content-type', 'cache-control', 'location'] as const;

/** Passes calls under /simulator to the simulator's own API, its stream of events included. */
export const simulatorRoutes = (app: App, simulatorUrl: string): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
    done(null, body),
  );

  app.all('/simulator/*', { schema: { hide: true }, bodyLimit: largest }, async (request, reply) => {
    const path = request.url.replace(/^\/api\/simulator/, '');
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { body } = request;
    const type = request.headers['content-type'];
    const answer = await fetch(new URL(`.${path}`, `${simulatorUrl}/`), {
      method: request.method,
      ...(type ? { headers: { 'content-type': type } } : {}),
      ...(Buffer.isBuffer(body) && body.length > 0 ? { body: new Uint8Array(body) } : {}),
      redirect: 'manual',
      signal: gone.signal,
    }).catch(() => {
      throw refuse('ERR_UNAVAILABLE');
    });
    for (const header of passed) {
      const value = answer.headers.get(header);
      if (value) reply.header(header, value);
    }
    reply.code(answer.status);
    if (!answer.body) return reply.send();
    const stream = Readable.fromWeb(answer.body as ReadableStream);
    stream.on('error', () => reply.raw.destroy());
    return reply.send(stream);
  });
};
