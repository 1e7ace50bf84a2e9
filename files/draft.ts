import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that has come in whole and belongs to nobody yet. */
export type Draft = {
  readonly path: string;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
  readonly size: number;
  /** Removes it. Quiet when it is gone. */
  readonly discard: () => Promise<void>;
};

/** A file is larger than it may be. */
export class MediaTooLarge extends Error {
  override readonly name = 'MediaTooLarge';
}

const abandonedMs = 24 * 3_600_000;

/**
 * Writes a stream to a file of `folder`, hashing on the way, and syncs it. Throws MediaTooLarge once it is longer than
 * `limit` bytes, and what the stream throws; nothing is left behind then.
 */
export const receiveDraft = async (
  folder: string,
  stream: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Draft> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomUUID()}.part`);
  const discard = () => rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    const digest = createHash('sha256');
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > limit) throw new MediaTooLarge(`more than ${limit} bytes`);
      digest.update(chunk);
      await file.writeFile(chunk);
    }
    await file.datasync();
    return { path, hash: digest.digest('hex'), size, discard };
  } catch (error) {
    await discard();
    throw error;
  } finally {
    await file.close();
  }
};

/** Removes drafts that a process which died left behind. */
export const discardAbandoned = async (folder: string, now = Date.now()): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => now - mtimeMs,
      () => 0,
    );
    if (age > abandonedMs) await rm(path, { force: true });
  }
};
