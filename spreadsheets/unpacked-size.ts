const endMark = 0x06054b50;
const entryMark = 0x02014b50;

/** How many bytes a zip file says it holds, unpacked; undefined where it is broken off or no zip file. */
export const unpackedSize = (bytes: Buffer): number | undefined => {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0 || end + 20 > bytes.length || bytes.readUInt32LE(end) !== endMark) return undefined;
  let at = bytes.readUInt32LE(end + 16);
  let total = 0;
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) return undefined;
    total += bytes.readUInt32LE(at + 24);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return total;
};
