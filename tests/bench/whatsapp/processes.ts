import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf } from '../memory.ts';

const ticksPerSecond = 100;

export type Started = { readonly child: ChildProcess; readonly pid: number; readonly said: unknown };

/** Starts a program as a process of its own; resolves with its first word to us, by which it is ready. */
export const startProcess = async (
  file: string,
  env: Readonly<Record<string, string>>,
  execArgv: readonly string[],
): Promise<Started> => {
  const child = fork(file, {
    env: { PATH: process.env.PATH ?? '', MALLOC_ARENA_MAX: '2', ...env },
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code} before it was ready`);
  });
  const [said] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return { child, pid: child.pid ?? 0, said };
};

/** Asks a process to end, and waits until it has. */
export const endProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};

/** User, system, and what children that have ended took of both. */
const ticksOf = (pid: number): number[] => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
    return fields.split(' ').slice(11, 15).map(Number);
  } catch {
    return [];
  }
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Milliseconds that a process has worked itself. */
export const workedAloneMs = (pid: number): number => (sum(ticksOf(pid).slice(0, 2)) * 1000) / ticksPerSecond;

/** Milliseconds that a process has worked, with its children. */
export const workedMs = (pid: number): number => {
  const children = childrenOf(pid).map(workedAloneMs);
  return (sum(ticksOf(pid)) * 1000) / ticksPerSecond + sum(children);
};

export type Work = Readonly<Record<string, number>>;

/** Starts to measure; the result tells the milliseconds of processor that each process has taken since. */
export const meter = (pids: Readonly<Record<string, number>>): (() => Work) => {
  const worked = () => Object.entries(pids).map(([name, pid]) => [name, workedMs(pid)] as const);
  const before = new Map(worked());
  return () => Object.fromEntries(worked().map(([name, ms]) => [name, ms - (before.get(name) ?? 0)]));
};

const lookEveryMs = 20;
const lookForMs = 300_000;

/** Looks until it is so. */
export const until = async (
  what: string,
  isSo: () => boolean | Promise<boolean>,
  forMs = lookForMs,
): Promise<void> => {
  const giveUpAt = Date.now() + forMs;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`waited in vain until ${what}`);
    await pause(lookEveryMs);
  }
};

const restMs = 500;
const littleShare = 0.05;

/** Resolves when a process does next to nothing any more. */
export const atRest = async (pid: number): Promise<void> => {
  for (let rested = 0; rested < 2; ) {
    const before = workedMs(pid);
    await pause(restMs);
    rested = workedMs(pid) - before <= restMs * littleShare ? rested + 1 : 0;
  }
};
