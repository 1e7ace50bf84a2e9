import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { refuse } from '../errors/refusal.ts';
import type { App } from '../gateway.ts';
import { answerCaller } from '../outside/answer-caller.ts';
import { carriesToken } from '../outside/token-guard.ts';

const yearMs = 365 * 24 * 3_600_000;
const notPages = /^\/(api|ws|docs|assets|healthz|readyz|metrics)(\/|$)/;

/**
 * Serves the built web app: hashed assets for ever, index.html for every page address and never from a cache.
 * Files that were compressed beside (`.br`, `.gz`) go out as they are. What is no page is ERR_NOT_FOUND, and programs outside get
 * none.
 */
export const serveWebApp = async (app: App, webDir: string | undefined): Promise<void> => {
  const built = webDir !== undefined && existsSync(join(webDir, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: webDir,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? `public, max-age=${yearMs / 1000}, immutable` : 'no-cache');
      },
    });
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const isPage = request.method === 'GET' && !notPages.test(path) && !/\.\w+$/.test(path);
    // Nothing is returned: Fastify would wait for the reply with listeners of its own, beside those of the file.
    if (built && isPage && !carriesToken(request.headers)) reply.sendFile('index.html');
    else answerCaller(request, reply, refuse('ERR_NOT_FOUND'));
  });
};
