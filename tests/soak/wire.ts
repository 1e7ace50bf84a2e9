import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

export type WireEvents = {
  readonly onOpen?: () => void;
  /** Refused before the upgrade, with this status. */
  readonly onRefused: (status: number) => void;
  /** A text frame; its bytes are good during the call. */
  readonly onText: (payload: Buffer) => void;
  readonly onPong?: () => void;
  /** It has ended, or could not be opened. Comes once. */
  readonly onClose: () => void;
};

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** All sockets of a process read into it, one after the other: a buffer for each read is work for the collector. */
const readInto = Buffer.alloc(65_536);

/**
 * A WebSocket to the gateway with next to nothing around it: thousands of them share their cores with what they
 * measure. What the server sends is neither masked nor split (RFC 6455, section 5).
 */
export const openWire = (url: URL, token: string, events: WireEvents) => {
  const socket = connect({
    ...{ host: url.hostname, port: Number(url.port), noDelay: true },
    onread: {
      buffer: readInto,
      callback: size => {
        take(readInto.subarray(0, size));
        return true;
      },
    },
  });
  let [isOpen, rest] = [false, Buffer.alloc(0)];
  const send = (opcode: number, payload: Buffer) => {
    if (isOpen) socket.write(masked(opcode, payload));
  };
  const heed = (opcode: number, payload: Buffer) => {
    if (opcode === opcodes.text) events.onText(payload);
    else if (opcode === opcodes.ping) send(opcodes.pong, payload);
    else if (opcode === opcodes.pong) events.onPong?.();
    else if (opcode === opcodes.close) socket.destroy();
  };
  socket.on('connect', () => socket.write(handshake(url, token)));
  socket.on('error', () => {});
  socket.on('close', () => {
    isOpen = false;
    events.onClose();
  });
  const take = (chunk: Buffer) => {
    let data: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    if (!isOpen) {
      const end = data.indexOf('\r\n\r\n');
      if (end !== -1) {
        const status = Number(data.toString('latin1', 9, 12));
        isOpen = status === 101;
        if (isOpen) events.onOpen?.();
        else {
          events.onRefused(status);
          socket.destroy();
        }
        data = data.subarray(end + 4);
      }
    }
    // What is kept is overwritten by the next read.
    rest = Buffer.from(isOpen ? framesIn(data, heed) : data);
  };
  return {
    say: (text: string) => send(opcodes.text, Buffer.from(text)),
    ping: () => send(opcodes.ping, Buffer.alloc(0)),
    destroy: () => socket.destroy(),
  };
};
export type Wire = ReturnType<typeof openWire>;

const handshake = ({ host, pathname, search }: URL, token: string): string =>
  `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n` +
  `Sec-WebSocket-Protocol: balcao.v1, bearer.${token}\r\n\r\n`;

/** Tells of each whole frame and answers the beginning of one that is not. */
const framesIn = (data: Buffer, tell: (opcode: number, payload: Buffer) => void): Buffer => {
  let at = 0;
  for (;;) {
    const left = data.length - at;
    if (left < 2) break;
    const length = data.readUInt8(at + 1) & 0x7f;
    const head = length === 126 ? 4 : length === 127 ? 10 : 2;
    if (left < head) break;
    const size =
      head === 2 ? length : head === 4 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2));
    if (left < head + size) break;
    tell(data.readUInt8(at) & 0x0f, data.subarray(at + head, at + head + size));
    at += head + size;
  }
  return data.subarray(at);
};

/** Under a mask of zeros, which leaves the payload as it is. */
const masked = (opcode: number, payload: Buffer): Buffer => {
  const isShort = payload.length < 126;
  const head = Buffer.alloc(isShort ? 6 : 8);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(0x80 | (isShort ? payload.length : 126), 1);
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
};
