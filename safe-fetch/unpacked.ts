import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { FetchRefused } from './refusal.ts';
import type { Fetched } from './safe-fetch.ts';

/** An answer is packed in a way that is not known here, or not in the way that it says. */
export class EncodingRefused extends Error {
  override readonly name = 'EncodingRefused';
}

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};
const mostLayers = 2;

/**
 * The body of an answer as it was before `Content-Encoding`: a server may pack what nobody asked to be packed. Reading it
 * throws FetchRefused where it becomes larger than `maxBytes`, and EncodingRefused where it cannot be unpacked.
 * @throws EncodingRefused for an encoding that is not known
 */
export const unpacked = (
  { headers, body }: Pick<Fetched, 'headers' | 'body'>,
  maxBytes: number,
): Readable => {
  const encodings = (headers['content-encoding'] ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '' && name !== 'identity');
  if (encodings.length === 0) return body;
  const layers = encodings.map(name => unpackers[name]).filter(layer => layer !== undefined);
  if (layers.length < encodings.length || layers.length > mostLayers) {
    body.destroy();
    throw new EncodingRefused(encodings.join(', '));
  }
  const stages = layers.toReversed().map(unpack => unpack());
  const plain = stages.at(-1) ?? body;
  pipeline([body, ...stages], () => undefined);
  const read = Readable.from(bounded(plain, maxBytes), { objectMode: false });
  // One that is given up before it is read has read nothing that would end the answer.
  return read.once('close', () => body.destroy());
};

async function* bounded(parts: AsyncIterable<Buffer>, maxBytes: number) {
  let size = 0;
  try {
    for await (const part of parts) {
      size += part.length;
      if (size > maxBytes) throw new FetchRefused('too-large');
      yield part;
    }
  } catch (error) {
    throw error instanceof FetchRefused ? error : new EncodingRefused(String(error));
  }
}
