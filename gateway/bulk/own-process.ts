import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { errorCodeSchema } from '#domain/shared/errors.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { BulkReader } from './reader.ts';
import type { BulkJob } from './writers.ts';

type Options = {
  readonly databaseUrl: string;
  readonly log: { readonly warn: (text: string) => void; readonly error: (text: string) => void };
  /** What Node is told of its memory. */
  readonly execArgv: readonly string[];
  /** How long it stays without work. */
  readonly idleMs?: number;
};
type Running = { readonly child: ChildProcess; readonly socket: string };

const file = fileURLToPath(new URL('./main.ts', import.meta.url));

/**
 * Reads in a process of its own, which starts when it is first needed, gives way to all others, and ends when nothing
 * was asked of it for a while. One that dies breaks off what it was writing; the next call starts another.
 */
export const readInOwnProcess = (
  options: Options,
): BulkReader & { readonly pid: () => number | undefined } => {
  const { log, idleMs = 30_000 } = options;
  let running: Promise<Running> | undefined;
  let pid: number | undefined;
  let jobs = 0;
  let rest: NodeJS.Timeout | undefined;

  const start = (): Promise<Running> => {
    if (running) return running;
    const own = launch(options);
    running = own;
    const forget = () => {
      if (running === own) [running, pid] = [undefined, undefined];
    };
    own.then(({ child }) => {
      pid = child.pid;
      child.once('exit', () => {
        if (running === own)
          log.warn('the process that writes files has ended; the next file starts another');
        forget();
      });
    }, forget);
    return own;
  };
  const end = async (): Promise<void> => {
    const own = await running?.catch(() => undefined);
    [running, pid] = [undefined, undefined];
    if (own) await kill(own.child);
  };
  /** One that does not answer is dying, or dead already: the next question is another's. */
  const ask = async (job: BulkJob, gone: AbortSignal): Promise<IncomingMessage> => {
    const { child, socket } = await start();
    try {
      return await post(socket, job, gone);
    } catch (error) {
      if (!gone.aborted) await kill(child);
      throw error;
    }
  };
  const begun = (): (() => void) => {
    jobs += 1;
    clearTimeout(rest);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      jobs -= 1;
      if (jobs === 0) rest = setTimeout(() => void end(), idleMs).unref();
    };
  };

  return {
    open: async (job, gone) => {
      const over = begun();
      try {
        const answer = await ask(job, gone).catch(() => ask(job, gone));
        answer.once('close', over);
        if (answer.statusCode !== 200) throw await refusalIn(answer, log);
        return answer;
      } catch (error) {
        over();
        throw error instanceof CallRefused ? error : refuse('ERR_UNAVAILABLE');
      }
    },
    pid: () => pid,
    close: async () => {
      clearTimeout(rest);
      await end();
    },
  };
};

const launch = async ({ databaseUrl, execArgv }: Options): Promise<Running> => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-files-'));
  const socket =
    process.platform === 'win32' ? `\\\\.\\pipe\\${folder.replaceAll(/\W/g, '-')}` : join(folder, 's');
  const child = spawn(process.execPath, [...execArgv, file], {
    env: { ...process.env, DATABASE_URL: databaseUrl, BULK_SOCKET: socket },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  giveWay(child.pid);
  const ended = once(child, 'exit').then(() => {
    rmSync(folder, { recursive: true, force: true });
    throw new Error('it ended before it listened');
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return { child, socket };
};

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** Where the system allows it, everything else is served before files are written. */
const giveWay = (pid = 0): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It writes at the same pace as the others then.
  }
};

const post = async (socketPath: string, job: BulkJob, signal: AbortSignal): Promise<IncomingMessage> => {
  const sent = request({ socketPath, method: 'POST', agent: false, signal });
  sent.end(JSON.stringify(job));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  // Who reads the answer sees that it breaks off; nobody may be reading yet.
  for (const each of [sent, answer]) each.on('error', () => undefined);
  return answer;
};

const refused = z.object({
  code: errorCodeSchema,
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  fault: z.string().optional(),
});

const refusalIn = async (answer: IncomingMessage, log: Options['log']): Promise<CallRefused> => {
  const { code, message, details, fault } = refused.parse(await json(answer));
  if (fault) log.error(`a file could not be written: ${fault}`);
  return new CallRefused(code, { message, ...(details ? { details } : {}) });
};
