import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { nobodys, simulatorCompanyHeader, simulatorServerHeader } from '#domain/connection/simulator.ts';
import type { AccessUser } from '#projections/access/queries.ts';
import { callerOf } from '../auth/guard.ts';
import { simulatorUse } from '../auth/simulator-use.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';

/** Holds the largest file that the simulator page sends, 16 MB, in base64. */
const largest = 24 * 1024 * 1024;
const passed = ['content-type', 'location'] as const;

/**
 * Passes calls under /simulator to the simulator's own API, its stream of events included, of those who may use it
 * and for the phones of their company.
 */
export const simulatorRoutes = (app: App, gateway: Gateway): void => {
  const { simulatorUrl } = gateway;
  if (!simulatorUrl) return;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
    done(null, body),
  );

  app.all(
    '/simulator/*',
    { config: { upload: true }, schema: { hide: true }, bodyLimit: largest },
    async (request, reply) => {
      const onBehalf = onBehalfOf(gateway, callerOf(request).user);
      const path = request.url.replace(/^\/api\/simulator/, '');
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const { body } = request;
      const type = request.headers['content-type'];
      const answer = await fetch(new URL(`.${path}`, `${simulatorUrl}/`), {
        method: request.method,
        headers: { ...onBehalf, ...(type ? { 'content-type': type } : {}) },
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
    },
  );
};

/** @throws ERR_NO_PERMISSION for who may not use the simulator. */
const onBehalfOf = (gateway: Gateway, user: AccessUser): Readonly<Record<string, string>> => {
  const use = simulatorUse(gateway, user);
  if (use === 'none') throw refuse('ERR_NO_PERMISSION', { action: 'simulator.use' });
  const isDemo = user.companyId === gateway.simulatorFor.demoCompanyId;
  return {
    [simulatorCompanyHeader]: isDemo ? nobodys : user.companyId,
    [simulatorServerHeader]: use === 'all' ? 'yes' : 'no',
  };
};
