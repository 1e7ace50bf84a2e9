import type { IncomingMessage, ServerResponse } from 'node:http';
import { ZodError } from 'zod';
import { PairingError } from '../stanzas/pairing.ts';
import { isOwnCaller } from './callers.ts';
import { Forbidden, NotFound, ValidationFailed } from './errors.ts';
import { type Scope, scopeOf } from './scope.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;

export type AdminRequest = {
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  scope: Scope;
};
export type Answer = (request: AdminRequest, response: ServerResponse) => unknown;
export type Route = { method: string; path: string; answer: Answer };

/**
 * Serves JSON routes. What a route returns becomes the body; undefined means it answered by itself.
 * Errors: 400 ERR_VALIDATION, 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND, 409 ERR_PAIRING, 500 ERR_INTERNAL.
 */
export function serveRoutes(routes: Route[]) {
  const compiled = routes.map(route => ({ ...route, pattern: compile(route.path) }));
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (!isOwnCaller(request, { library: false })) throw new Forbidden('not from another site');
      const scope = scopeOf(request);
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      for (const { method, pattern, answer } of compiled) {
        const match = method === request.method && pattern.exec(url.pathname);
        if (!match) continue;
        const body = method === 'GET' ? undefined : parse(await readBody(request));
        const params = Object.fromEntries(
          Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
        );
        const result = await answer({ params, query: url.searchParams, body, scope }, response);
        if (result !== undefined) sendJson(response, 200, result);
        return;
      }
      throw new NotFound(`no route ${request.method} ${url.pathname}`);
    } catch (error) {
      sendError(response, error);
    }
  };
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new ValidationFailed(`the body is larger than ${MAX_BODY_BYTES} bytes`);
  }
  return Buffer.concat(chunks);
}

function compile(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function parse(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new ValidationFailed('the body is no JSON');
  }
}

function sendError(response: ServerResponse, error: unknown): void {
  const [status, code] = classify(error);
  const message =
    error instanceof ZodError ? describe(error) : error instanceof Error ? error.message : String(error);
  if (response.headersSent) response.destroy();
  else sendJson(response, status, { error: code, message });
}

function classify(error: unknown): [number, string] {
  if (error instanceof ZodError || error instanceof ValidationFailed || error instanceof URIError) {
    return [400, 'ERR_VALIDATION'];
  }
  if (error instanceof Forbidden) return [403, 'ERR_NO_PERMISSION'];
  if (error instanceof NotFound) return [404, 'ERR_NOT_FOUND'];
  if (error instanceof PairingError) return [409, 'ERR_PAIRING'];
  return [500, 'ERR_INTERNAL'];
}

function describe(error: ZodError): string {
  return error.issues
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
    .join('; ');
}
