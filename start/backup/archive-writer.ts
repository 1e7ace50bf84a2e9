import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { type EntryOf, type Manifest, manifestName } from './manifest.ts';
import { endOfTar, tarHeader, tarPadding } from './tar.ts';

const level = 4;

export type ArchiveWriter = {
  readonly add: (name: string, content: Buffer) => Promise<void>;
  /** Adds a file as long as it is now. */
  readonly addFile: (name: string, path: string) => Promise<void>;
  /** Writes the manifest in front of everything and gives the file its name. Answers its size. */
  readonly finish: (manifest: Omit<Manifest, 'entries'>) => Promise<number>;
  /** Removes what was written, unless it is finished. */
  readonly discard: () => Promise<void>;
};

/**
 * Writes a gzipped tar archive (mode 0600) that other tools can open too. Nothing has the file's name before it is
 * whole and on the disk. The entries wait in `<file>.entries` until the manifest that tells their hashes is known.
 */
export const createArchive = (file: string): ArchiveWriter => {
  const [entriesFile, partial] = [`${file}.entries`, `${file}.partial`];
  const gzip = createGzip({ level });
  const written = pipeline(gzip, createWriteStream(entriesFile, { mode: 0o600 }));
  written.catch(() => undefined);
  const entries: EntryOf[] = [];

  const write = async (chunk: Buffer) => {
    if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), written]);
  };

  const put = async (name: string, bytes: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const hash = createHash('sha256');
    await write(tarHeader(name, bytes));
    let left = bytes;
    for await (const chunk of content) {
      left -= chunk.length;
      hash.update(chunk);
      await write(chunk);
    }
    if (left !== 0) throw new Error(`${name} has changed while it was read.`);
    await write(tarPadding(bytes));
    entries.push({ name, bytes, sha256: hash.digest('hex') });
  };

  return {
    add: (name, content) => put(name, content.length, [content]),
    addFile: async (name, path) => {
      const handle = await open(path);
      try {
        const { size } = await handle.stat();
        const content = size > 0 ? handle.createReadStream({ end: size - 1, autoClose: false }) : [];
        await put(name, size, content);
      } finally {
        await handle.close();
      }
    },
    finish: async manifest => {
      gzip.end(endOfTar);
      await written;
      const text = Buffer.from(`${JSON.stringify({ ...manifest, entries }, null, 1)}\n`);
      const first = [tarHeader(manifestName, text.length), text, tarPadding(text.length)];
      const whole = createWriteStream(partial, { mode: 0o600, flush: true });
      whole.write(gzipSync(Buffer.concat(first)));
      await pipeline(createReadStream(entriesFile), whole);
      renameSync(partial, file);
      rmSync(entriesFile);
      return whole.bytesWritten;
    },
    discard: async () => {
      gzip.destroy();
      await written.catch(() => undefined);
      for (const left of [entriesFile, partial]) rmSync(left, { force: true });
    },
  };
};
