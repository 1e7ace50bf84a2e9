import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest, FastifyServerOptions, RawServerDefault } from 'fastify';
import type { CommandContext } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import type { ApiScope } from '#domain/api-key/events.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { noSuchToken } from './outside-callers.ts';
import { mapProblems } from './problems.ts';
import { readExactly } from './read-exactly.ts';
import type { OutsideCaller } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    outside: OutsideCaller | null;
  }
  interface FastifyContextConfig {
    /** What a token must be for, on routes of programs outside. */
    scope?: ApiScope;
  }
}

/** What a token looks like: a session's JWT has dots. */
const shape = /^[\w-]{20,200}$/;

const tokenIn = (headers: IncomingHttpHeaders): string | undefined => {
  const own = headers.token;
  if (typeof own === 'string') return own.trim();
  const [, bearer] = /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '') ?? [];
  return bearer;
};

/** Whether a call comes from a program outside, be its token good or not. */
export const carriesToken = (headers: IncomingHttpHeaders): boolean => {
  const token = tokenIn(headers);
  return token !== undefined && token !== '' && !token.includes('.');
};

/**
 * A route with `constraints: { caller: 'token' }` is for calls that carry a token; where another has the same path, it
 * is for all others.
 */
export const byCaller: Constraints = {
  caller: {
    name: 'caller',
    storage: () => {
      const handlers = new Map<string, Handler>();
      return {
        get: kind => handlers.get(kind) ?? null,
        set: (kind, handler) => void handlers.set(kind, handler),
      };
    },
    deriveConstraint: ({ headers }) => (carriesToken(headers) ? 'token' : 'other'),
    mustMatchWhenDerived: false,
  },
};
type Constraints = NonNullable<
  NonNullable<FastifyServerOptions<RawServerDefault>['routerOptions']>['constraints']
>;
type Handler = NonNullable<ReturnType<ReturnType<Constraints[string]['storage']>['get']>>;

/**
 * Every route registered in this scope after this is for programs outside: it wants a token that is for the route's
 * scope, keeps the token's limit of calls, is read exactly, and refuses with problem+json.
 */
export const guardOutside = (app: App, { outsideCallers, callLimits }: Gateway): void => {
  mapProblems(app);
  app.addHook('onRequest', async (request, reply) => {
    const token = tokenIn(request.headers);
    if (!token) throw noToken();
    if (!shape.test(token)) throw noSuchToken();
    const caller = await outsideCallers.callerOf(token);
    request.outside = caller;
    reply.headers(await callLimits.takeCall(caller.tokenId));
    const { scope } = request.routeOptions.config;
    if (scope && !caller.scopes.includes(scope))
      throw new CallRefused('ERR_SCOPE_MISSING', { message: `The token has not the scope ${scope}.` });
  });
  readExactly(app);
};

const noToken = (): CallRefused =>
  new CallRefused('ERR_UNAUTHENTICATED', {
    message: 'There is no token in this call: it goes into the header `Authorization: Bearer …`, or `token`.',
  });

export const outsideCallerOf = (request: FastifyRequest): OutsideCaller => {
  if (!request.outside) throw refuse('ERR_UNAUTHENTICATED');
  return request.outside;
};

/** The context of a command that a call from outside gives; its actor is the token. */
export const outsideContext = (request: FastifyRequest, commandId = newId()): CommandContext => {
  const { companyId, tokenId } = outsideCallerOf(request);
  const at = new Date().toISOString();
  return { companyId, commandId, at, actor: { kind: 'token', id: tokenId }, principal: null };
};
