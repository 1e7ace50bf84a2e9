import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Blobs, pathOf } from './blobs.ts';

/** Blobs as files of a folder. A file is there whole or not at all: it is renamed from the same disk, and synced. */
export const openDiskBlobs = (folder: string): Blobs => {
  const size: Blobs['size'] = async name => {
    try {
      return (await stat(join(folder, pathOf(name)))).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  return {
    put: async (name, file) => {
      const path = join(folder, pathOf(name));
      if ((await size(name)) !== undefined) return rm(file, { force: true });
      await mkdir(dirname(path), { recursive: true });
      await rename(file, path);
      await syncFolder(dirname(path));
    },
    open: async (name, range) => {
      if ((await size(name)) === undefined) return undefined;
      return createReadStream(
        join(folder, pathOf(name)),
        range ? { start: range.from, end: range.to } : undefined,
      );
    },
    size,
    remove: name => rm(join(folder, pathOf(name)), { force: true }),
  };
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
