import { Agent, request } from 'node:http';

export type Plain = {
  readonly status: number;
  readonly bytes: number;
  readonly position: number;
  readonly text: string;
};

/**
 * A caller that costs the machine as little as it can, since it shares its cores with what it measures: connections
 * are kept, and an answer's text is not parsed.
 */
export const plainCaller = (url: string, token: () => string, connections = 64) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const call = (
    method: string,
    path: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Plain> =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers: Record<string, string | number> = { authorization: `Bearer ${token()}`, ...more };
      if (payload !== undefined) {
        headers['content-type'] = 'application/json';
        headers['content-length'] = Buffer.byteLength(payload);
      }
      const outgoing = request({ agent, hostname, port, method, path: `/api${path}`, headers }, incoming => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
          const status = incoming.statusCode ?? 0;
          const position = Number(incoming.headers['x-position'] ?? 0);
          resolve({ status, bytes, position, text: status >= 400 ? Buffer.concat(chunks).toString() : '' });
        });
        incoming.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  return { call, close: () => agent.destroy() };
};
