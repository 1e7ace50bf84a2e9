import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Harness, masterKey } from '#gateway/testing/harness.ts';

const main = fileURLToPath(new URL('../../commands/main.ts', import.meta.url));

/** The service `commands` as a process of its own over a harness's stores: it can be killed, and is started again. */
export const commandsService = (harness: Pick<Harness, 'databaseUrl' | 'eventStoreUrl' | 'directory'>) => {
  const said: string[] = [];
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const key = Buffer.alloc(32, 3).toString('base64');
    const started = fork(main, {
      env: {
        PATH: process.env.PATH ?? '',
        ...{ DATABASE_URL: harness.databaseUrl, EVENTSTORE_URL: harness.eventStoreUrl },
        ...{ DATA_DIR: harness.directory, PERSONAL_KEY: masterKey, WA_KEY: key },
        ...{ JWT_SECRET: key, JWT_REFRESH_SECRET: key, LOG_LEVEL: 'trace', MENU_PAUSE_MS: '100' },
      },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    for (const output of [started.stdout, started.stderr])
      output?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    const ended = once(started, 'exit').then(([code]) => {
      throw new Error(`it ended with ${code} before it was ready: ${said.join('').slice(-2_000)}`);
    });
    await Promise.race([once(started, 'message'), ended]);
    ended.catch(() => undefined);
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };

  return {
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** All that its processes have logged. */
    log: () => said.join(''),
  };
};
