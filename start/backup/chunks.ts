import type { ArchiveWriter } from './archive-writer.ts';

const chunkBytes = 4 * 1024 * 1024;

/** Adds lines to an archive as numbered entries of a few megabytes: the whole never stands in memory. */
export const openChunks = (archive: ArchiveWriter, name: string) => {
  let lines: string[] = [];
  let held = 0;
  let number = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    const content = Buffer.from(`${lines.join('\n')}\n`);
    lines = [];
    held = 0;
    number += 1;
    await archive.add(`${name}-${String(number).padStart(6, '0')}.jsonl`, content);
  };
  const add = async (line: string) => {
    held += line.length;
    if (lines.push(line) && held >= chunkBytes) await flush();
  };
  return { add, flush };
};

/** The name that the entries of `openChunks` were given. */
export const chunkOf = (entry: string): string => entry.replace(/-\d{6}\.jsonl$/, '');
