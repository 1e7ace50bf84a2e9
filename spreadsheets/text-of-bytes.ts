/** A file's text: by its mark, else UTF-16 by its zeros, else UTF-8 where it is that, else windows-1252. */
export const textOf = (bytes: Uint8Array): string => {
  const encoding = markOf(bytes) ?? unmarked(bytes);
  return new TextDecoder(encoding).decode(bytes);
};

const markOf = ([first, second, third]: Uint8Array): string | undefined => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
};

const looked = 2_000;

const unmarked = (bytes: Uint8Array): string => {
  const start = bytes.subarray(0, looked);
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > start.length / 4) return odd > even ? 'utf-16le' : 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};
