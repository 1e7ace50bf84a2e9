import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FetchRefused } from './refusal.ts';
import { EncodingRefused, unpacked } from './unpacked.ts';

const words = Buffer.from('Segue o boleto. '.repeat(20));
const read = (encoding: string | undefined, bytes: Buffer, maxBytes = 1_000) =>
  buffer(unpacked({ headers: { 'content-encoding': encoding }, body: Readable.from([bytes]) }, maxBytes));

describe('what a server packed', () => {
  it.each([
    [undefined, words],
    ['identity', words],
    ['gzip', gzipSync(words)],
    ['X-GZIP', gzipSync(words)],
    ['deflate', deflateSync(words)],
    ['br', brotliCompressSync(words)],
    ['zstd', zstdCompressSync(words)],
    ['gzip, br', brotliCompressSync(gzipSync(words))],
  ])('as %s is as it was', async (encoding, bytes) => {
    expect(await read(encoding, bytes)).toEqual(words);
  });

  it('is not unpacked beyond what it may be', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await expect(read('gzip', bomb)).rejects.toThrow(FetchRefused);
    await expect(read('gzip, br', brotliCompressSync(bomb))).rejects.toThrow(FetchRefused);
  });

  it.each([
    ['compress', words],
    ['gzip, compress', words],
    ['gzip, gzip, gzip', words],
    ['gzip', words],
    ['gzip', gzipSync(words).subarray(0, 20)],
  ])('as %s is refused where it is not that, or not known', async (encoding, bytes) => {
    await expect((async () => read(encoding, bytes))()).rejects.toThrow(EncodingRefused);
  });

  it('is refused also where that is known before it is read', async () => {
    const body = Readable.from([words]);
    const stream = unpacked({ headers: { 'content-encoding': 'gzip' }, body }, 1_000);
    await new Promise(setImmediate);
    await expect(buffer(stream)).rejects.toThrow(EncodingRefused);
  });

  it('ends its answer where nobody reads it', async () => {
    const body = Readable.from([words]);
    const closed = new Promise(resolve => body.once('close', resolve));
    unpacked({ headers: { 'content-encoding': 'gzip' }, body }, 1_000).destroy();
    await closed;
  });

  it('fails as its answer fails', async () => {
    const body = Readable.from(
      (async function* () {
        yield gzipSync(words).subarray(0, 10);
        throw new FetchRefused('timeout');
      })(),
    );
    const reading = buffer(unpacked({ headers: { 'content-encoding': 'gzip' }, body }, 1_000));
    await expect(reading).rejects.toMatchObject({ problem: 'timeout' });
  });
});
