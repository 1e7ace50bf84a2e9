import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Checkpoint } from '#domain/integrity/events.ts';
import { readCheckpoint } from './checkpoint.ts';

/** A company's checkpoints as its file has them, in order, and how many lines hold none. */
export type KeptCheckpoints = { readonly checkpoints: readonly Checkpoint[]; readonly damaged: number };

/** One file for each company in a folder outside of both stores, one line for each checkpoint; only ever added to. */
export type CheckpointFiles = {
  /** Adds it on the disk, unless the file has come so far already. One process at a time. */
  readonly add: (checkpoint: Checkpoint) => Promise<void>;
  readonly read: (companyId: string) => Promise<KeptCheckpoints>;
  /** Each line of the company's file: a checkpoint, or undefined where it holds none. None where there is no file. */
  readonly each: (companyId: string) => AsyncGenerator<Checkpoint | undefined>;
  readonly pathOf: (companyId: string) => string;
  /** Whose checkpoints there are. */
  readonly companies: () => Promise<readonly string[]>;
};

/** Longer than two lines. */
const tailBytes = 4_096;

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** The folder is made when the first line is written. */
export const openCheckpointFiles = (folder: string): CheckpointFiles => {
  const pathOf = (companyId: string) => join(folder, `${companyId}.jsonl`);

  const add: CheckpointFiles['add'] = async checkpoint => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(pathOf(checkpoint.companyId), 'a+', 0o600);
    try {
      const { size } = await handle.stat();
      const length = Math.min(size, tailBytes);
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
      const tail = buffer.toString();
      const last = tail
        .split('\n')
        .reduce((most, line) => Math.max(most, readCheckpoint(line)?.size ?? 0), 0);
      if (last >= checkpoint.size) return;
      // What a crash has left half written is ended, and never taken back.
      const before = tail === '' || tail.endsWith('\n') ? '' : '\n';
      await handle.appendFile(`${before}${JSON.stringify(checkpoint)}\n`);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  };

  async function* each(companyId: string): AsyncGenerator<Checkpoint | undefined> {
    const source = createReadStream(pathOf(companyId));
    try {
      await once(source, 'open');
      for await (const line of createInterface({ input: source }))
        if (line !== '') yield readCheckpoint(line);
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error;
    } finally {
      source.destroy();
    }
  }

  const read: CheckpointFiles['read'] = async companyId => {
    const checkpoints: Checkpoint[] = [];
    let damaged = 0;
    for await (const found of each(companyId)) {
      if (found) checkpoints.push(found);
      else damaged += 1;
    }
    return { checkpoints, damaged };
  };

  const companies: CheckpointFiles['companies'] = async () => {
    if (!existsSync(folder)) return [];
    return (await readdir(folder)).flatMap(name => /^([0-9a-f-]{36})\.jsonl$/.exec(name)?.[1] ?? []).sort();
  };

  return { add, read, each, pathOf, companies };
};
