import { featuresAnswer, positionHeader, setupAnswer, setupBody } from '#contracts/http.ts';
import { setUp, setupNeeded } from '../auth/setup.ts';
import type { App, Gateway } from '../gateway.ts';

/** The first visit, and what this installation offers. */
export const setupRoutes = (app: App, gateway: Gateway): void => {
  app.get('/setup', { schema: { response: { 200: setupAnswer }, security: [] } }, async ({ raw }) => ({
    needed: await setupNeeded(gateway),
    code: !gateway.isLocal(raw),
  }));

  app.post(
    '/setup',
    { schema: { body: setupBody, response: { 201: setupAnswer }, security: [] } },
    async (request, reply) => {
      const isLocal = gateway.isLocal(request.raw);
      const { position } = await setUp(gateway, request.body, { needsCode: !isLocal });
      return reply.code(201).header(positionHeader, String(position)).send({ needed: false, code: !isLocal });
    },
  );

  app.get('/features', { schema: { response: { 200: featuresAnswer }, security: [] } }, async () => ({
    simulator: gateway.simulatorUrl !== undefined,
    setupNeeded: await setupNeeded(gateway),
    version: gateway.version,
    fileLimit: gateway.mediaLimits.documentLimit,
    mediaLimit: gateway.mediaLimits.limit,
    outsideLimits: gateway.callLimits.limits,
  }));
};
