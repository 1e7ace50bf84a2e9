import type pg from 'pg';
import { openClient, type PoolConfig } from '../database/pool.ts';

/** Runs work with something that it needs all the while; the signal aborts when that is lost, or the other one does. */
export type Hold<Held> = (
  signal: AbortSignal,
  work: (held: Held, alive: AbortSignal) => Promise<void>,
) => Promise<void>;

/** Nothing is held: any number may work at once. */
export const besideOthers: Hold<undefined> = (signal, work) => work(undefined, signal);

/**
 * Of all that hold the same lock one works, the others wait for its end. The lock goes with the connection that the
 * work gets: where that breaks, its signal aborts, and the hold throws.
 */
export const aloneOn =
  (config: PoolConfig, lock: string): Hold<pg.Client> =>
  async (signal, work) => {
    const client = openClient(config);
    const broken = new AbortController();
    let isConnected = false;
    const end = () => void client.end().catch(() => undefined);
    client.on('error', error => broken.abort(error));
    client.on('end', () => broken.abort(new Error('Connection terminated')));
    signal.addEventListener('abort', end, { once: true });
    try {
      await unlessAborted(signal, client.connect());
      isConnected = true;
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock]);
      await work(client, AbortSignal.any([signal, broken.signal]));
      if (!signal.aborted) broken.signal.throwIfAborted();
    } finally {
      signal.removeEventListener('abort', end);
      const ended = client.end().catch(() => undefined);
      // Who never answered may never say goodbye.
      if (isConnected) await ended;
    }
  };

/** A client that is ended while it connects never says that it has. */
const unlessAborted = async (signal: AbortSignal, connected: Promise<unknown>): Promise<void> => {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([connected, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};
