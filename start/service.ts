import { flushCompileCache } from 'node:module';
import { type Logger, pino } from 'pino';
import { type Config, ConfigError, readConfig } from './config.ts';
import { safeError } from './safe-error.ts';

export type ServiceContext = {
  readonly config: Config;
  readonly log: Logger;
  /** Aborted when the service is asked to stop, before `stop()` is called. */
  readonly signal: AbortSignal;
};
export type RunningService = {
  /** Ends the work in hand and closes what was opened. Called once; has 8 seconds. */
  stop(): Promise<void>;
  /** Called instead of ending the process when a rejection is handled by nobody. */
  readonly unheard?: (error: unknown) => void;
  /** What the supervisor is told besides "ready", for instance `{ url }`. */
  readonly info?: Readonly<Record<string, unknown>>;
};

const stopWithinMs = 8_000;

/**
 * The shell of a service's main: reads the configuration, runs the service, tells the supervisor (if there is
 * one) that it is ready, and stops it once on SIGTERM, SIGINT or the end of the supervisor. Bad configuration is
 * one sentence on stderr and exit 2; any other failure is logged and exit 1.
 */
export const runService = async (
  name: string,
  run: (context: ServiceContext) => Promise<RunningService>,
): Promise<void> => {
  const config = configOrExit();
  const log = makeLogger(name, config);
  const aborting = new AbortController();
  let running: RunningService | undefined;
  let stopping = false;

  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.debug({ reason }, 'stopping');
    setTimeout(() => {
      log.error({ reason }, 'did not stop in time');
      process.exit(1);
    }, stopWithinMs).unref();
    aborting.abort();
    try {
      await running?.stop();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'failed while stopping');
      process.exit(1);
    }
  };
  const fail = (error: unknown) => {
    if (error instanceof ConfigError) refuse(error);
    log.fatal({ err: error }, 'failed');
    process.exit(1);
  };

  // Whoever read them is gone, and what is told now is told to nobody.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('disconnect', () => void stop('supervisor gone'));
  process.on('unhandledRejection', error => (running?.unheard ?? fail)(error));
  process.on('uncaughtException', fail);

  try {
    running = await run({ config, log, signal: aborting.signal });
  } catch (error) {
    if (stopping) return;
    fail(error);
  }
  if (stopping) await running?.stop().finally(() => process.exit(0));
  // A process that is killed writes nothing down; later it would hold up whoever is served for as long as a second.
  flushCompileCache();
  if (process.connected) process.send?.({ ready: true, ...running?.info });
};

/** A logger that writes JSON lines to stdout and blanks what must never be logged. */
export const makeLogger = (service: string, config: Pick<Config, 'logLevel'>): Logger =>
  pino(
    {
      level: config.logLevel,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redacted, censor: '…' },
      serializers: { err: (error: unknown) => safeError(error) },
    },
    // Not pino's own destination: its flush tries a pipe that nobody reads any more again and again, for ever.
    process.stdout,
  );

const secretFields = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'number',
  'phone',
  'jid',
  'qr',
  'lid',
  'email',
  'body',
  'participant',
  'remoteJid',
  'senderName',
  'pushName',
  'contactName',
];
const redacted = secretFields.flatMap(field => [field, `*.${field}`, `*.*.${field}`]);

const configOrExit = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) refuse(error);
    throw error;
  }
};

const refuse = (error: ConfigError): never => {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
};
