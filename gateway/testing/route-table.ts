import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { App } from '../gateway.ts';

export type KnownRoute = {
  readonly method: string;
  /** With the names of its parameters: `/api/tickets/:id`. */
  readonly url: string;
  readonly config: RouteOptions['config'];
};

const tables = new WeakMap<object, KnownRoute[]>();
subscribe('fastify.initialization', message => {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  const routes: KnownRoute[] = [];
  tables.set(fastify, routes);
  fastify.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) routes.push({ method: each, url, config });
  });
});

/** Every route of an app that was built after this module was loaded, each method for itself. */
export const routesOf = (app: App): readonly KnownRoute[] => {
  const routes = tables.get(app);
  if (!routes) throw new Error('the app was built before its routes were watched');
  return routes;
};

/** Every call under /api that the app knows, as `GET /api/tickets/:id`. */
export const registeredRoutes = (app: App): readonly string[] => {
  const text = app.printRoutes({ commonPrefix: false, includeHooks: false });
  const routes: string[] = [];
  const stack: string[] = [];
  for (const line of text.split('\n')) {
    const match = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) continue;
    const [, indent = '', segment = '', methods = ''] = match;
    const depth = indent.length / 4;
    stack.length = depth;
    stack[depth] = segment;
    // Routes that call the same place by different names are listed under all of them.
    const url = stack.join('').replace(/:\w+\|:id\b/, ':id');
    for (const method of methods.split(', '))
      if (url.startsWith('/api/') && ['GET', 'POST', 'PUT', 'DELETE'].includes(method))
        routes.push(`${method} ${url}`);
  }
  return routes;
};
