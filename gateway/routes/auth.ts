import type { FastifyReply, FastifyRequest } from 'fastify';
import { loginBody, meAnswer, sessionAnswer } from '#contracts/http.ts';
import type { AccessUser } from '#projections/access/queries.ts';
import { callerOf } from '../auth/guard.ts';
import { authenticate } from '../auth/login.ts';
import { sessionUser } from '../auth/session-user.ts';
import { type OpenedSession, refreshTokenDays } from '../auth/sessions.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';

const refreshCookie = 'jrt';
const cookiePath = '/api/auth';

/** Log in and keep a session alive: the only calls that work without one. */
export const sessionRoutes = (app: App, gateway: Gateway): void => {
  const { callers, tokens } = gateway;

  const answerSession = async (reply: FastifyReply, user: AccessUser, session: OpenedSession) => {
    const view = await sessionUser(gateway.tenants, user);
    const token = tokens.issue({ userId: user.id, companyId: user.companyId, sid: session.sessionId });
    setCookie(reply, session.refreshToken);
    return { token, user: view };
  };

  app.post(
    '/auth/login',
    { schema: { body: loginBody, response: { 200: sessionAnswer }, security: [] } },
    async (request, reply) => {
      const user = await authenticate(gateway, request.body, request.ip);
      return answerSession(reply, user, await callers.open(user));
    },
  );

  app.post(
    '/auth/refresh_token',
    { schema: { response: { 200: sessionAnswer }, security: [] } },
    async (request, reply) => {
      const token = request.cookies[refreshCookie];
      const session = token ? await callers.rotate(token) : undefined;
      const user = session && (await callers.user(session.userId));
      if (!(session && user?.company.status)) {
        clearCookie(reply);
        throw refuse('ERR_UNAUTHENTICATED');
      }
      return answerSession(reply, user, session);
    },
  );
};

/** What needs a session. */
export const ownAccountRoutes = (app: App, gateway: Gateway): void => {
  app.get('/auth/me', { schema: { response: { 200: meAnswer } } }, (request: FastifyRequest) =>
    sessionUser(gateway.tenants, callerOf(request).user),
  );

  app.delete('/auth/logout', async (request, reply) => {
    const { sessionId, user } = callerOf(request);
    await gateway.callers.logout(sessionId, user.id);
    clearCookie(reply);
    return reply.send({});
  });
};

const attributes = { path: cookiePath, httpOnly: true, sameSite: 'strict', secure: 'auto' } as const;

const setCookie = (reply: FastifyReply, token: string) => {
  reply.setCookie(refreshCookie, token, { ...attributes, maxAge: refreshTokenDays * 86_400 });
};
const clearCookie = (reply: FastifyReply) => {
  reply.clearCookie(refreshCookie, attributes);
};
