import { ConfigError, type Environment, readConfig } from './config.ts';
import { lockDataDir } from './lock.ts';
import { type ServiceFiles, serviceFiles } from './plan.ts';
import { prepareDataDir } from './preflight.ts';
import { nothingRunning } from './running.ts';
import { say, startAll } from './startup.ts';

/**
 * Runs the whole system until SIGINT or SIGTERM and drains it in order; a second signal kills what is left. What
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
    const ask = () => {
      if (stopping.signal.aborted) {
        running.killAll();
        process.exit(130);
      }
      say('Stopping (once more to force)');
      stopping.abort();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  });
  let lock: { release(): void } | undefined;
  try {
    const config = readConfig(env);
    prepareDataDir(config.dataDir);
    lock = lockDataDir(config.dataDir);
    await startAll({ config, env, files, running, signal: stopping.signal });
    await asked;
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    process.stderr.write(`${sentence(error)}\n`);
    return 1;
  } finally {
    await running.drain();
    lock?.release();
  }
};

const sentence = (error: unknown): string => {
  if (error instanceof ConfigError) return error.message;
  return `Balcão could not start: ${error instanceof Error ? error.message : String(error)}`;
};
