import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export type WireHandlers = {
  readonly onOpen: () => void;
  /** Refused before the upgrade, with this status. */
  readonly onRefused: (status: number) => void;
  /** The payload of each text frame. It is a view that lives as long as this call. */
  readonly onText: (payload: Buffer) => void;
  readonly onClose: () => void;
};
export type Wire = {
  readonly say: (text: string) => void;
  readonly destroy: () => void;
};

/**
 * A WebSocket client that costs next to nothing, since thousands of them share their cores with the gateway they
 * look at: frames are walked, not parsed.
 */
export const openWire = (url: URL, token: string, handlers: WireHandlers): Wire => {
  const socket = connect(Number(url.port), url.hostname);
  let rest: Buffer | undefined;
  let isOpen = false;
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('close', handlers.onClose);
  socket.on('connect', () => socket.write(upgrade(url, token)));
  socket.on('data', chunk => {
    let data = rest ? Buffer.concat([rest, chunk]) : chunk;
    rest = undefined;
    if (!isOpen) {
      const end = data.indexOf('\r\n\r\n');
      if (end === -1) {
        rest = data;
        return;
      }
      const status = Number(data.toString('latin1', 9, 12));
      if (status !== 101) {
        handlers.onRefused(status);
        socket.destroy();
        return;
      }
      isOpen = true;
      handlers.onOpen();
      data = data.subarray(end + 4);
    }
    rest = walk(socket, data, handlers.onText);
  });
  return { say: text => socket.write(masked(0x81, Buffer.from(text))), destroy: () => socket.destroy() };
};

const upgrade = ({ host, pathname, search }: URL, token: string): string =>
  [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    `Sec-WebSocket-Protocol: balcao.v1, bearer.${token}`,
    '\r\n',
  ].join('\r\n');

/** Hands out the whole frames and answers what is left over. */
const walk = (socket: Socket, data: Buffer, onText: (payload: Buffer) => void): Buffer | undefined => {
  let at = 0;
  while (data.length - at >= 2) {
    const short = (data[at + 1] ?? 0) & 0x7f;
    const head = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (data.length - at < head) break;
    const size =
      short === 126
        ? data.readUInt16BE(at + 2)
        : short === 127
          ? Number(data.readBigUInt64BE(at + 2))
          : short;
    if (data.length - at < head + size) break;
    const payload = data.subarray(at + head, at + head + size);
    const kind = (data[at] ?? 0) & 0x0f;
    if (kind === 1) onText(payload);
    else if (kind === 9) socket.write(masked(0x8a, payload));
    else if (kind === 8) socket.destroy();
    at += head + size;
  }
  return at < data.length ? Buffer.from(data.subarray(at)) : undefined;
};

/** Masked with zeros, which leaves the payload as it is. */
const masked = (kind: number, payload: Buffer): Buffer => {
  if (payload.length > 125) throw new Error('too long for a short frame');
  return Buffer.concat([Buffer.from([kind, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
};
