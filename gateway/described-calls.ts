import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { registerCalls } from './app.ts';
import type { App, Gateway } from './gateway.ts';
import { describeApi } from './http/openapi.ts';
import type { Described } from './http/openapi-paths.ts';
import { byCaller } from './outside/token-guard.ts';

/** What `/docs/json` answers, without a store or a database: for the linter and for what is generated from it. */
export const describedCalls = async (version: string): Promise<Described> =>
  JSON.parse(JSON.stringify((await describedApp(version)).swagger()));

/** What `/docs/programs.json` answers, in the same way. */
export const describedProgramCalls = async (version: string): Promise<Described> =>
  JSON.parse(JSON.stringify((await describedApp(version)).describePrograms()));

const describedApp = async (version: string): Promise<App> => {
  const app: App = Fastify({ routerOptions: { constraints: byCaller } }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await describeApi(app, version);
  await registerCalls(app, neverCalled);
  await app.ready();
  return app;
};

/** Routes take it apart when they are registered, and ask nothing of it before they are called. */
const neverCalled: Gateway = new Proxy({} as Gateway, {
  get: (_target, name) => (name === 'simulatorUrl' ? undefined : neverCalled),
});
