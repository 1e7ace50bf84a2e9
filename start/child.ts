import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { backOffMs } from '#domain/shared/back-off.ts';
import { ConfigError } from './config.ts';
import { guardFor } from './guard.ts';
import { type HeapLimits, heapFlags } from './heaps.ts';
import { errorLine, keepLast, onLine } from './output.ts';

export type ServiceSpec = HeapLimits & {
  readonly name: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
};
export type ServiceInfo = {
  readonly url?: string | undefined;
  /** For the other services of this machine, which run under the same account. */
  readonly localUrl?: string | undefined;
};
export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: { write(line: string): void };
  /** Tells the person at the terminal. */
  say(line: string): void;
  /** Called when a process has begun. */
  changed(): void;
};
export type SupervisedService = {
  readonly name: string;
  /** Resolves with what the service says of itself when it is ready for the first time. */
  start(): Promise<ServiceInfo>;
} & Stoppable;
type Stoppable = {
  /** Asks it to end and waits; kills it after 10 seconds. No restart follows. */
  stop(): Promise<void>;
  /** Kills it at once. */
  kill(): void;
  pid(): number | undefined;
  /** Whether its last process has ended with another exit code than 0. */
  isUnfinished(): boolean;
};

const readyWithinMs = 60_000;
const stopWithinMs = 10_000;
/** A service has 8 seconds to stop. */
const orphan = { afterSeconds: 9, last: 'SIGKILL' } as const;
const again = { firstMs: 500, longestMs: 15_000 };
const steadyAfterMs = 60_000;
const mostRemembered = 20;
/** The exit code of what says in one sentence why it does not go on. */
const refused = 2;

const readyMessage = z.object({
  ready: z.literal(true),
  url: z.string().optional(),
  localUrl: z.string().optional(),
});

/**
 * A service as a child process: started, restarted when it dies after having been ready once (at once, then with a
 * growing, jittered pause), and stopped. A service that ends before it was ever ready makes `start()` fail. Each
 * process is told an id of its own and those of its predecessors, which have ended: it need not wait for them to give
 * up anything.
 */
export const superviseService = (spec: ServiceSpec, around: Surroundings): SupervisedService => {
  let child: ChildProcess | undefined;
  let pause: NodeJS.Timeout | undefined;
  let stopping = false;
  let failures = 0;
  let gone: readonly string[] = [];

  const launch = async (): Promise<ServiceInfo> => {
    const started = Date.now();
    const id = randomUUID();
    const env = { ...spec.env, LAUNCH_ID: id, ENDED_LAUNCHES: gone.join(',') };
    child = spawnService({ ...spec, env }, around);
    around.changed();
    const ended = endOf(child);
    void ended.then(() => {
      gone = [...gone, id].slice(-mostRemembered);
    });
    const info = await readiness(spec.name, child, ended);
    void ended.then(how => {
      if (stopping) return;
      if (Date.now() - started > steadyAfterMs) failures = 0;
      restartLater(how);
    });
    return info;
  };
  const restartLater = (how: string) => {
    const wait = backOffMs(failures, again, Math.random());
    failures += 1;
    const when = wait === 0 ? '' : ` in ${(wait / 1000).toFixed(1)} s`;
    around.say(`${spec.name} ended (${how}); starting it again${when}`);
    pause = setTimeout(() => {
      launch().then(
        () => around.say(`${spec.name} is back`),
        error => {
          if (!stopping) restartLater(error instanceof Error ? error.message : String(error));
        },
      );
    }, wait);
  };

  return {
    name: spec.name,
    start: launch,
    stop: async () => {
      stopping = true;
      clearTimeout(pause);
      if (child) await stopProcess(child);
    },
    kill: () => {
      stopping = true;
      clearTimeout(pause);
      child?.kill('SIGKILL');
    },
    pid: () => child && livingPid(child),
    isUnfinished: () => (child?.exitCode ?? 0) !== 0,
  };
};

export type Job = Stoppable & {
  readonly name: string;
  /**
   * Resolves with what it has sent when it has done its work; fails with what it wrote last: where it ended with code 2,
   * that is a sentence for who started it.
   */
  readonly done: Promise<unknown>;
};

/** Runs a service's file once to its end, as for migrations. */
export const startJob = (spec: ServiceSpec, around: Surroundings): Job => {
  const child = spawnService(spec, around);
  let sent: unknown;
  child.on('message', message => {
    sent = message;
  });
  const done = endOf(child).then(how => {
    if (child.exitCode === refused) throw new ConfigError(how);
    if (child.exitCode !== 0) throw new Error(`${spec.name} failed (${how})`);
    return sent;
  });
  return {
    ...{ name: spec.name, done },
    stop: () => stopProcess(child),
    kill: () => void child.kill('SIGKILL'),
    pid: () => livingPid(child),
    isUnfinished: () => false,
  };
};

const livingPid = ({ pid, exitCode, signalCode }: ChildProcess): number | undefined =>
  exitCode === null && signalCode === null ? pid : undefined;

const spawnService = (spec: ServiceSpec, around: Surroundings): ChildProcess => {
  const child = fork(spec.file, [], {
    env: { ...around.env, ...spec.env, MALLOC_ARENA_MAX: '2' },
    execArgv: heapFlags(spec),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  if (child.pid !== undefined) {
    const guard = guardFor(child.pid, orphan);
    child.once('exit', () => guard.kill('SIGKILL'));
  }
  const last = keepLast(30);
  lastWords.set(child, last);
  const record = (line: string) => {
    around.log.write(line);
    const error = errorLine(line);
    if (error) {
      last.push(error);
      around.say(`${spec.name}: ${error}`);
    }
  };
  onLine(child.stdout, record);
  onLine(child.stderr, line => {
    last.push(line);
    around.log.write(JSON.stringify({ service: spec.name, stderr: line }));
  });
  return child;
};

const lastWords = new WeakMap<ChildProcess, { text(): string }>();

const readiness = async (name: string, child: ChildProcess, ended: Promise<string>): Promise<ServiceInfo> => {
  let late: NodeJS.Timeout | undefined;
  const ready = new Promise<ServiceInfo>(resolve => {
    child.on('message', message => {
      const parsed = readyMessage.safeParse(message);
      if (parsed.success) resolve(parsed.data);
    });
  });
  const tooLate = new Promise<string>(resolve => {
    late = setTimeout(() => resolve(`it was not ready within ${readyWithinMs / 1000} s`), readyWithinMs);
  });
  const outcome = await Promise.race([ready, ended, tooLate]);
  clearTimeout(late);
  if (typeof outcome !== 'string') return outcome;
  child.kill('SIGKILL');
  throw new Error(`${name} did not start: ${outcome}`);
};

/** How a process ended, in words; never rejects. */
const endOf = (child: ChildProcess): Promise<string> =>
  new Promise(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('close', (code, signal) => {
      const words = lastWords.get(child)?.text();
      if (signal) resolve(`by ${signal}`);
      else resolve(words || `with code ${code}`);
    });
  });

const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await ended;
  clearTimeout(late);
};
