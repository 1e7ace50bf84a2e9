import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const ready = z.object({ url: z.string(), localUrl: z.string().optional() });
const main = fileURLToPath(new URL('../embedded/main.ts', import.meta.url));

export type NodeProcess = {
  readonly url: string;
  readonly localUrl: string;
  readonly port: number;
  readonly pid: number;
  /** Ends it at once by SIGKILL, whatever it is doing, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  /** Asks it to end and gives its exit code. */
  readonly terminate: () => Promise<number | null>;
  /** Leaves it alone, as a supervisor that died would, and gives its exit code. */
  readonly abandon: () => Promise<number | null>;
};

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
};

/** Starts the node as a process of its own. Rejects with what it said when it ends before it is ready. */
export const startNodeProcess = async (
  file: string,
  port = 0,
  execArgv: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<NodeProcess> => {
  const env = {
    ...process.env,
    DATA_DIR: dirname(file),
    EVENTSTORE_FILE: file,
    EVENTSTORE_PORT: String(port),
    MALLOC_ARENA_MAX: '2',
    ...environment,
  };
  const child = fork(main, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [...execArgv] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const { url, localUrl = url } = await new Promise<z.output<typeof ready>>((resolve, reject) => {
    child.once('message', message => resolve(ready.parse(message)));
    child.once('close', code => reject(new Error(`exit ${code}: ${said.trim()}`)));
  });
  return {
    ...{ url, localUrl },
    port: Number(new URL(url.replace('esdb:', 'http:')).port),
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
    terminate: () => {
      child.kill('SIGTERM');
      return ended(child);
    },
    abandon: () => {
      child.disconnect();
      return ended(child);
    },
  };
};
