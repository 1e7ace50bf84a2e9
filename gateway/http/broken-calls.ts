import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '#contracts/http.ts';

const statuses: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The call did not come to its end in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the call are too large.'],
};
const broken = [400, 'This is no call that can be read.'] as const;

/** Answers bytes that are no HTTP, which reach no route and no hook, and ends their connection. */
export const answerBrokenCall = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = statuses[error.code ?? ''] ?? broken;
  const body: ErrorBody = { error: 'ERR_VALIDATION', message };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(text)}`],
    ...['cache-control: no-store', 'connection: close', '', ''],
  ];
  if (socket.writable) socket.write(head.join('\r\n') + text);
  socket.destroy(error);
};
