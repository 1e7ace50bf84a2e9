const text = 0x81;
const in16Bits = 126;
const in64Bits = 127;

/** A text message as a server sends it: one frame, not masked, so the same bytes for all (RFC 6455, section 5.2). */
export const textFrame = (message: string): Buffer => {
  const size = Buffer.byteLength(message);
  const head = size < in16Bits ? 2 : size < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + size);
  frame[0] = text;
  if (head === 2) frame[1] = size;
  else if (head === 4) {
    frame[1] = in16Bits;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = in64Bits;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  frame.write(message, head);
  return frame;
};
