import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isOwnCaller } from '../admin/callers.ts';
import { readBody, sendJson } from '../admin/router.ts';
import { takeOne } from '../faults.ts';
import type { Simulator } from '../simulator.ts';

/**
 * Encrypted media and pictures by path: GET hands them out, POST takes what a companion uploads. Never rejects: where
 * files cannot be kept or read the companion is told so.
 */
export async function transferMedia(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await transfer(simulator, request, response);
  } catch {
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

async function transfer(
  { media, pictures, faults }: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOwnCaller(request, { library: true })) {
    response.writeHead(403).end();
    return;
  }
  const body = request.method === 'POST' ? await readBody(request) : undefined;
  if (faults.mediaDelayMs > 0) await delay(faults.mediaDelayMs);
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const picture = await pictures.get(pathname);
  if (picture) {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
    return;
  }
  if (takeOne(faults, 'failNextMedia')) {
    response.writeHead(503).end();
    return;
  }
  if (body) {
    const path = await media.put(body);
    return sendJson(response, 200, { url: `https://${media.uploadHost}${path}`, direct_path: path });
  }
  if (takeOne(faults, 'goneNextMedia')) {
    response.writeHead(410).end();
    return;
  }
  const encrypted = await media.get(pathname);
  if (!encrypted) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(encrypted);
}
