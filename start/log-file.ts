import { appendFile, rename, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

export type LogFile = {
  /** Takes a line in and never fails; it is written soon. */
  write(line: string): void;
  /** Resolves when all lines that were taken in are written, or lost. */
  written(): Promise<void>;
};
export type LogFileOptions = {
  /** Bytes after which the file is moved aside; 20 MB by default. */
  readonly limit?: number;
  /** How many files that were moved aside are kept; 4 by default. */
  readonly kept?: number;
  /** Notification when lines are being lost, and when lines are written again. */
  readonly say?: (text: string) => void;
  readonly append?: typeof appendFile;
};

const retryMs = 1_000;
const mostWaiting = 1_000_000;

/**
 * A file of lines that outlives a full disk: what cannot be written is tried again every second, a megabyte of lines
 * waits meanwhile, and what is lost of the rest is counted in the file as soon as there is room. `file` is moved to
 * `file.1` at its limit, that one to `file.2`, and so on.
 */
export const openLogFile = (file: string, options: LogFileOptions = {}): LogFile => {
  const { limit = 20_000_000, kept = 4, say = () => undefined, append = appendFile } = options;
  let waiting: string[] = [];
  let waitingSize = 0;
  let lost = 0;
  let size: number | undefined;
  let torn = false;
  let failing = false;
  let writing: Promise<void> | undefined;

  const rotate = async () => {
    for (let number = kept; number > 0; number -= 1)
      await rename(number === 1 ? file : `${file}.${number - 1}`, `${file}.${number}`).catch(unlessAbsent);
    size = 0;
  };
  const writeBatch = async (text: string) => {
    size ??= (await stat(file).catch(unlessAbsent))?.size ?? 0;
    if (size > 0 && size + text.length > limit) await rotate();
    try {
      await append(file, torn ? `\n${text}` : text, { mode: 0o600 });
      size = (size ?? 0) + text.length;
      torn = false;
    } catch (error) {
      torn = true;
      size = undefined;
      throw error;
    }
  };
  const pump = async () => {
    while (waiting.length > 0 || lost > 0) {
      const [batch, missing] = [waiting, lost];
      [waiting, waitingSize, lost] = [[], 0, 0];
      try {
        await writeBatch(
          [...batch, ...(missing > 0 ? [gap(missing)] : [])].map(line => `${line}\n`).join(''),
        );
        if (failing) say(`${file} is written again${missing > 0 ? `, ${missing} lines are missing` : ''}`);
        failing = false;
      } catch (error) {
        if (!failing) say(`${file} cannot be written (${codeOf(error)}); it goes on when it can be`);
        failing = true;
        waiting = [...batch, ...waiting];
        waitingSize = waiting.reduce((sum, line) => sum + line.length, 0);
        lost += missing;
        await wait(retryMs, undefined, { ref: false });
      }
    }
    writing = undefined;
  };

  return {
    write: line => {
      if (waitingSize + line.length > mostWaiting) lost += 1;
      else {
        waiting.push(line);
        waitingSize += line.length;
      }
      writing ??= pump();
    },
    written: () => (failing ? Promise.resolve() : (writing ?? Promise.resolve())),
  };
};

const gap = (lines: number): string =>
  JSON.stringify({
    level: 40,
    time: new Date(),
    service: 'supervisor',
    msg: `${lines} lines are missing here`,
  });

const unlessAbsent = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
