import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MediaStore } from './media-store.ts';

/** Hands out encrypted media by path. */
export async function serveDownload(
  media: MediaStore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const encrypted = await media.get(pathname);
  if (!encrypted) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(encrypted);
}
