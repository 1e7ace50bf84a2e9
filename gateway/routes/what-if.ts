import type { FastifyRequest } from 'fastify';
import { whatIfAnswer, whatIfForm, whatIfRules } from '#contracts/what-if.ts';
import { may } from '#domain/access/may.ts';
import { callerOf } from '../auth/guard.ts';
import { answerInBulk } from '../bulk/answer-in-bulk.ts';
import { zoneOf } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { readRules } from '../replay/what-if.ts';

const config = { readModel: 'dashboard' } as const;

/** The recorded past under other rules, for administrators and analysts. Nothing but reads. */
export const whatIfRoutes = (app: App, gateway: Gateway): void => {
  const { tenants } = gateway;
  const readerOf = (request: FastifyRequest) => {
    const { user } = callerOf(request);
    if (!may(user, 'replay:view')) throw refuse('ERR_NO_PERMISSION', { action: 'replay:view' });
    return { companyId: user.companyId, zone: zoneOf(user), now: new Date().toISOString() };
  };

  app.get('/replay/what-if', { config, schema: { response: { 200: whatIfRules } } }, async request =>
    tenants.read(readerOf(request).companyId, readRules),
  );

  app.post(
    '/replay/what-if',
    { config: { ...config, heavy: 'file' }, schema: { body: whatIfForm, response: { 200: whatIfAnswer } } },
    async (request, reply) =>
      answerInBulk(gateway, reply, {
        job: { kind: 'whatIf', input: { ...readerOf(request), form: request.body } },
        type: 'application/json; charset=utf-8',
      }),
  );
};
