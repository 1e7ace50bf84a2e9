import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, sendJson } from '../admin/router.ts';
import type { MediaStore } from './media-store.ts';

/** Encrypted media by path: GET hands them out, POST takes what a companion uploads. */
export async function transferMedia(
  media: MediaStore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'POST') {
    const path = await media.put(await readBody(request));
    return sendJson(response, 200, { url: `https://${media.uploadHost}${path}`, direct_path: path });
  }
  const encrypted = await media.get(pathname);
  if (!encrypted) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(encrypted);
}
