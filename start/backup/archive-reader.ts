import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { format, type Manifest, manifestName, manifestSchema } from './manifest.ts';
import { readTar, type TarEntry } from './tar.ts';

/** The entries of a backup as they stand in the file, the manifest first. */
async function* entriesOf(file: string): AsyncGenerator<TarEntry> {
  const [source, gunzip] = [createReadStream(file), createGunzip()];
  source.on('error', error => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    yield* readTar(gunzip);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

export const contentOf = async (entry: TarEntry): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(entry.content));

/**
 * What a backup says that it holds.
 * @throws {ConfigError} for a file that is no backup, or one that this version cannot read.
 */
export const readManifest = async (file: string): Promise<Manifest> => {
  let json: unknown;
  try {
    for await (const entry of entriesOf(file)) {
      if (entry.name === manifestName) json = JSON.parse((await contentOf(entry)).toString());
      break;
    }
  } catch (error) {
    throw new ConfigError(`${file} is not a readable backup (${messageOf(error)}).`);
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const found = z.object({ format: z.unknown() }).safeParse(json).data?.format;
  throw new ConfigError(
    found !== undefined && found !== format
      ? `${file} is a backup of format ${String(found)}; this version reads format ${format}.`
      : `${file} is not a backup of Balcão: its ${manifestName} is missing or damaged.`,
  );
};

/**
 * Reads a whole backup and compares every entry with its hash in the manifest.
 * @throws {ConfigError} that names the first entry which is missing or damaged.
 */
export const verifyArchive = async (
  file: string,
  manifest: Manifest,
  onEntry: (done: number) => void,
): Promise<void> => {
  let next = 0;
  const damaged = (why: string) =>
    new ConfigError(
      `${file} is damaged at entry ${manifest.entries[next]?.name ?? '(its end)'}: ${why}. Nothing was restored.`,
    );
  try {
    for await (const entry of readEntries(file)) {
      const wanted = manifest.entries[next];
      if (entry.name !== wanted?.name) throw damaged(`${entry.name} stands there instead`);
      const hash = createHash('sha256');
      for await (const chunk of entry.content) hash.update(chunk);
      if (hash.digest('hex') !== wanted.sha256) throw damaged('its content is not what was backed up');
      next += 1;
      onEntry(next);
    }
  } catch (error) {
    throw error instanceof ConfigError ? error : damaged(messageOf(error));
  }
  if (next < manifest.entries.length) throw damaged('it is not in the file');
};

/** The entries behind the manifest. */
export async function* readEntries(file: string): AsyncGenerator<TarEntry> {
  for await (const entry of entriesOf(file)) if (entry.name !== manifestName) yield entry;
}

/** The lines of an entry, each one JSON text. */
export const linesOf = async (entry: TarEntry): Promise<string[]> =>
  (await contentOf(entry)).toString().split('\n').filter(Boolean);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
