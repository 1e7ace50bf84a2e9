import Fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { mapErrors, refusalOf } from '../errors/mapper.ts';
import type { App, GatewayDeps } from '../gateway.ts';
import { answerCaller } from '../outside/answer-caller.ts';
import { byCaller, carriesToken } from '../outside/token-guard.ts';
import { answerBrokenCall } from './broken-calls.ts';
import { warnOfUntrustedProxy } from './forwarded-calls.ts';
import { acceptEmptyJson } from './json-body.ts';
import { addressWithoutNul } from './no-nul.ts';
import { answerHeaders } from './security-headers.ts';
import { headLimits, limitSlowBodies, patience as usualPatience } from './slow-calls.ts';

const largestBody = 512 * 1024;

/** The server itself, with what concerns every call whatever it asks for. It has no routes, and does not listen. */
export const openServer = (deps: GatewayDeps): App => {
  const setHeaders = answerHeaders(deps.simulatorUrl);
  const patience = deps.patience ?? usualPatience;
  const app: App = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    http: headLimits(patience),
    requestTimeout: patience.upload,
    trustProxy: deps.trustedProxies?.length ? [...deps.trustedProxies] : false,
    // The specification writes some addresses with a slash at the end, and others without.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200, constraints: byCaller },
    forceCloseConnections: true,
    // Programs are told that it cannot be kept.
    rewriteUrl: ({ url = '/', headers }) => (carriesToken(headers) ? url : addressWithoutNul(url)),
    // No hook runs for these.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      answerCaller(request, reply, refusalOf(error));
    },
    clientErrorHandler: answerBrokenCall,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(deps.checkAnswers ? serializerCompiler : () => data => JSON.stringify(data));
  app.decorateRequest('caller', null);
  app.decorateRequest('outside', null);
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply));
  acceptEmptyJson(app);
  mapErrors(app, answerCaller);
  limitSlowBodies(app, patience);
  warnOfUntrustedProxy(app, deps);
  return app;
};
