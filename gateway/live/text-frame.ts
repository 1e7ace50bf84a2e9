import { constants, deflateRawSync } from 'node:zlib';

const text = 0x81;
/** The first reserved bit: what follows is deflated (RFC 7692, section 6). */
const deflated = 0x40;
const in16Bits = 126;
const in64Bits = 127;
/** What a flush ends with, left out on the wire (RFC 7692, section 7.2.1). */
const tailBytes = 4;

/** A text message as a server sends it: one frame, not masked, so the same bytes for all (RFC 6455, section 5.2). */
export const textFrame = (message: string): Buffer => {
  const size = Buffer.byteLength(message);
  const [frame, head] = framed(text, size);
  frame.write(message, head);
  return frame;
};

/** The same, deflated without a memory of what came before: good for all who take `permessage-deflate`. */
export const deflatedTextFrame = (message: string): Buffer => {
  const options = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };
  const payload = deflateRawSync(message, options).subarray(0, -tailBytes);
  const [frame, head] = framed(text | deflated, payload.length);
  payload.copy(frame, head);
  return frame;
};

const framed = (kind: number, size: number): readonly [frame: Buffer, head: number] => {
  const head = size < in16Bits ? 2 : size < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + size);
  frame[0] = kind;
  if (head === 2) frame[1] = size;
  else if (head === 4) {
    frame[1] = in16Bits;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = in64Bits;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  return [frame, head];
};
