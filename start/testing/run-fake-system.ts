import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./fake-system.ts', import.meta.url));

export type FakeSystem = {
  readonly child: ChildProcess;
  /** All that it has said so far, errors included. */
  readonly output: () => string;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<void>;
};

/** Runs the supervisor with fakes for all services as a process of its own; their files are made in a folder. */
export const runFakeSystem = (fakes: string, env: Record<string, string>): FakeSystem => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, fakes], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += String(chunk);
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    ...{ child, ended },
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
