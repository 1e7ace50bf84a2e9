import type { FastifyRequest } from 'fastify';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { carriesToken } from '../outside/token-guard.ts';
import type { Caller } from './callers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Every route registered in this scope after this wants a live session. What such a person is refused is counted. */
export const guardRoutes = (app: App, { tokens, callers, refusalJournal }: Gateway): void => {
  app.addHook('onRequest', async request => {
    if (carriesToken(request.headers)) throw notForTokens();
    request.caller = await callers.callerOf(tokens.verify(bearerOf(request)));
  });
  app.addHook('onResponse', async ({ caller, refusal, ip }) => {
    if (caller && refusal) refusalJournal.refused(caller.user, refusal, ip);
  });
};

const notForTokens = (): CallRefused =>
  new CallRefused('ERR_UNAUTHENTICATED', {
    message: 'This call is for people who are logged in: no token opens it. /docs says which calls take one.',
  });

export const callerOf = (request: FastifyRequest): Caller => {
  if (!request.caller) throw refuse('ERR_UNAUTHENTICATED');
  return request.caller;
};

export const bearerOf = (request: FastifyRequest): string => {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw refuse('ERR_UNAUTHENTICATED');
  return token;
};
