import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openClient } from '#eventstore/database/pool.ts';

/** Tells connectors that a session is to be looked at, or that there is something to send. */
export const wakeChannel = 'connector_wake';

type Options = {
  readonly databaseUrl: string;
  readonly channel: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly heard: (payload: string) => void;
  /** The line is up, for the first time or again: something may have been missed. */
  readonly listening: () => void;
};

const againAfterMs = 1_000;

/** Listens on a channel until the signal aborts; a broken line is taken up again. */
export const listen = async (options: Options): Promise<void> => {
  const { databaseUrl, channel, log, signal, heard, listening } = options;
  while (!signal.aborted) {
    const client = openClient({ connectionString: databaseUrl, application_name: 'connector listener' });
    const broken = new Promise<void>(resolve => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload }) => heard(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      listening();
      await broken;
    } catch (error) {
      log.warn({ err: error }, 'cannot listen to Postgres');
    }
    await client.end().catch(() => undefined);
    if (!signal.aborted) await delay(againAfterMs, undefined, { signal }).catch(() => undefined);
  }
};
