import type { App } from '../gateway.ts';

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
