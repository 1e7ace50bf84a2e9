import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Provider } from '#domain/connection/events.ts';

type Called = (...given: never[]) => unknown;

const thrownToLibrary = new WeakSet<object>();

/** A function for the WhatsApp library to call: where the library does not hear of its failure, nobody else has to. */
export const forLibrary = <Work extends Called>(work: Work): Work =>
  (async (...given: never[]) => {
    try {
      return await work(...given);
    } catch (error) {
      if (error instanceof Error) thrownToLibrary.add(error);
      throw error;
    }
  }) as Work;

/**
 * Whether a rejection that nobody handles is the WhatsApp library's: it lets requests of an ended socket fail so. What it
 * throws itself, what was thrown to it, and what the system says of a socket without any code of ours being concerned.
 */
export const isOfLibrary = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (thrownToLibrary.has(error)) return true;
  const [thrower] = (error.stack ?? '').split('\n').flatMap(line => framed.exec(line)?.[1] ?? []);
  return thrower === undefined ? 'syscall' in error : ofLibrary.test(thrower);
};

/** A line of a stack that names a file, not one of Node's own. */
const framed = /^ +at (?:.*\()?(?:async )?(?:file:\/\/)?(\/[^()]*):\d+:\d+\)?$/;
const ofLibrary = /\/node_modules\/(@whiskeysockets\/baileys|libsignal|ws|@hapi\/boom)\//;

type Options = {
  readonly pool: Pool;
  readonly provider: Provider;
  readonly log: Logger;
  /** The connector cannot go on. */
  readonly fail: (error: unknown) => void;
};

/** What to do with a rejection that nobody handles: the library's is counted, for /metrics; any other is a failure. */
export const watchUnhandledRejections =
  ({ pool, provider, log, fail }: Options) =>
  (error: unknown): void => {
    if (!isOfLibrary(error)) {
      fail(error);
      return;
    }
    log.warn({ err: error }, 'a failure within the WhatsApp library went unheard');
    pool.query(count, [provider]).catch(() => undefined);
  };

const count = `
  insert into connector.unheard as u (provider, failures) values ($1, 1)
  on conflict (provider) do update set failures = u.failures + 1, last_at = now()`;
