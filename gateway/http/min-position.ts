import { minPositionHeader } from '#contracts/http.ts';
import type { ProjectionName } from '#projections/position.ts';
import { CallRefused } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';

const patienceMs = 2_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which read model the call is answered from, where it is not the inbox. */
    readModel?: ProjectionName;
  }
}

/**
 * A GET that names a position waits until the read models show it, for two seconds at most; after that it answers
 * what there is, and the answer's own position tells.
 */
export const honourMinPosition = (app: App, { positions }: Gateway): void => {
  app.addHook('onRequest', async request => {
    const wanted = request.headers[minPositionHeader];
    if (wanted === undefined || request.method !== 'GET') return;
    const position = Number(wanted);
    if (!Number.isSafeInteger(position) || position < 0)
      throw new CallRefused('ERR_VALIDATION', { message: `${minPositionHeader} must be a position` });
    const { readModel = 'inbox' } = request.routeOptions.config;
    await positions.waitFor(readModel, position, patienceMs);
  });
};
