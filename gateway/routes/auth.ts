import type { FastifyReply, FastifyRequest } from 'fastify';
import { meAnswer, sessionAnswer } from '#contracts/http.ts';
import { loginBody } from '#contracts/login.ts';
import { sessionHint } from '#contracts/session-hint.ts';
import type { AccessUser } from '#projections/access/queries.ts';
import { mayGoOn } from '../auth/callers.ts';
import { isFromForeignPage } from '../auth/foreign-page.ts';
import { callerOf } from '../auth/guard.ts';
import { knownBrowserCookie, knownBrowserDays } from '../auth/known-browsers.ts';
import { authenticate } from '../auth/login.ts';
import { sessionUser } from '../auth/session-user.ts';
import { type OpenedSession, refreshTokenDays } from '../auth/sessions.ts';
import { accountName, networkOf } from '../auth/throttle.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { principalOf } from '../http/command-context.ts';

const refreshCookie = 'jrt';
const cookiePath = '/api/auth';

/** Log in and keep a session alive: the only calls that work without one. */
export const sessionRoutes = (app: App, gateway: Gateway): void => {
  const { callers, tokens, knownBrowsers, loginLine, sessionJournal } = gateway;

  const answerSession = async (reply: FastifyReply, user: AccessUser, session: OpenedSession) => {
    const view = await sessionUser(gateway, user);
    const token = tokens.issue({ userId: user.id, companyId: user.companyId, sid: session.sessionId });
    setCookie(reply, session.refreshToken);
    return { token, user: view };
  };

  app.post(
    '/auth/login',
    { schema: { body: loginBody, response: { 200: sessionAnswer }, security: [] } },
    async (request, reply) => {
      const name = accountName(request.body.email);
      const cookie = request.cookies[knownBrowserCookie];
      const browser = knownBrowsers.find(cookie, name);
      const login = { name, address: request.ip, browser, proof: request.body.proof };
      return loginLine(browser ?? networkOf(request.ip), async () => {
        if (request.raw.socket.destroyed) throw refuse('ERR_UNAVAILABLE');
        const user = await authenticate(gateway, request.body, login);
        const opened = await callers.open(user);
        sessionJournal.loggedIn(opened, { principal: principalOf(user), address: request.ip });
        const answer = await answerSession(reply, user, opened);
        const known = knownBrowsers.remember(cookie, name);
        reply.setCookie(knownBrowserCookie, known, { ...attributes, maxAge: knownBrowserDays * 86_400 });
        return answer;
      });
    },
  );

  app.post(
    '/auth/refresh_token',
    { schema: { response: { 200: sessionAnswer }, security: [] } },
    async (request, reply) => {
      if (isFromForeignPage(request)) throw refuse('ERR_NO_PERMISSION');
      const token = request.cookies[refreshCookie];
      const rotated = token ? await callers.rotate(token) : undefined;
      if (rotated && 'stolen' in rotated) sessionJournal.stolen(rotated.stolen, { address: request.ip });
      const session = rotated && 'refreshToken' in rotated ? rotated : undefined;
      const user = session && (await callers.user(session.userId));
      if (!(session && user && mayGoOn(session, user))) {
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
    sessionUser(gateway, callerOf(request).user),
  );

  app.delete('/auth/logout', async (request, reply) => {
    const { sessionId, user } = callerOf(request);
    const ended = await gateway.callers.logout(sessionId, user.id);
    gateway.sessionJournal.loggedOut(ended, { principal: principalOf(user), address: request.ip });
    clearCookie(reply);
    return reply.send({});
  });
};

const attributes = { path: cookiePath, httpOnly: true, sameSite: 'strict', secure: 'auto' } as const;

const hintAttributes = { ...attributes, path: '/', httpOnly: false } as const;

const setCookie = (reply: FastifyReply, token: string) => {
  const maxAge = refreshTokenDays * 86_400;
  reply.setCookie(refreshCookie, token, { ...attributes, maxAge });
  reply.setCookie(sessionHint, '1', { ...hintAttributes, maxAge });
};
const clearCookie = (reply: FastifyReply) => {
  reply.clearCookie(refreshCookie, attributes);
  reply.clearCookie(sessionHint, hintAttributes);
};
