import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { awaitRoom } from './await-room.ts';
import { ConfigError, type Environment, readConfig } from './config.ts';
import { interruptedCode, onInterruption } from './interruption.ts';
import { endLeftovers } from './leftovers.ts';
import { lockDataDir } from './lock.ts';
import { type LogFile, openLogFile } from './log-file.ts';
import { type ServiceFiles, serviceFiles } from './plan.ts';
import { prepareDataDir } from './preflight.ts';
import { nothingRunning } from './running.ts';
import { complain, say } from './say.ts';
import { startAll } from './startup.ts';

/**
 * Runs the whole system until SIGINT or SIGTERM and drains it in order; a signal a second or more later kills what is left. What
 * the environment does not point to (Postgres, event store) is started here. Answers the exit code: 0 after a
 * drain, 1 with one sentence on stderr when the system could not start, with nothing left running.
 */
export const superviseToEnd = async (
  env: Environment,
  files: ServiceFiles = serviceFiles,
): Promise<number> => {
  process.umask(0o077);
  const running = nothingRunning();
  const stopping = new AbortController();
  const asked = new Promise<void>(resolve => {
    onInterruption({
      ask: () => {
        say('Stopping (once more to force)');
        stopping.abort();
        resolve();
      },
      force: () => {
        running.killAll();
        process.exit(interruptedCode);
      },
    });
  });
  let lock: { release(): void } | undefined;
  let log: LogFile | undefined;
  let code = 0;
  try {
    const config = readConfig(env);
    await awaitRoom(config, { say, signal: stopping.signal });
    prepareDataDir(config.dataDir);
    lock = lockDataDir(config.dataDir);
    await endLeftovers(config.dataDir, say);
    log = openLog(config.dataDir);
    await startAll({ config, env, files, running, log, signal: stopping.signal });
    await asked;
  } catch (error) {
    if (!stopping.signal.aborted) {
      complain(sentence(error));
      code = 1;
    }
  }
  const isInOrder = await running.drain();
  await log?.written();
  lock?.release();
  return isInOrder ? code : 1;
};

const openLog = (dataDir: string): LogFile => {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  return openLogFile(join(folder, 'balcao.log'), { say });
};

const sentence = (error: unknown): string => {
  if (error instanceof ConfigError) return error.message;
  return `Balcão could not start: ${error instanceof Error ? error.message : String(error)}`;
};
