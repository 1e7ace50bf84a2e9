import type pg from 'pg';
import { openClient } from '#eventstore/database/pool.ts';

export type ListenerOptions = {
  readonly databaseUrl: string;
  readonly channels: readonly string[];
  readonly onNotification: (channel: string, payload: string) => void;
  /** Listening begins, or begins anew: what was told in between is lost. */
  readonly onListening: () => void;
  readonly log: { warn: (details: object, message: string) => void };
};

const longestPauseMs = 2_000;

/** Listens to NOTIFY channels on one connection of its own, and comes back by itself after an outage. */
export const startListener = (options: ListenerOptions): { readonly close: () => Promise<void> } => {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (attempt: number): Promise<void> => {
    const mine = openClient(options.databaseUrl);
    client = mine;
    const lost = () => {
      if (client !== mine) return;
      client = undefined;
      again(0);
    };
    mine.on('error', lost);
    mine.on('end', lost);
    mine.on('notification', ({ channel, payload }) => options.onNotification(channel, payload ?? ''));
    try {
      await mine.connect();
      await mine.query(options.channels.map(channel => `listen ${channel}`).join('; '));
      options.onListening();
    } catch (error) {
      if (client === mine) client = undefined;
      mine.end().catch(() => {});
      if (!closed) options.log.warn({ err: error }, 'cannot listen to the database, trying again');
      again(attempt + 1);
    }
  };
  const again = (attempt: number) => {
    if (closed || retry) return;
    const pause = Math.min(longestPauseMs, 25 * 2 ** attempt);
    retry = setTimeout(() => {
      retry = undefined;
      void connect(attempt);
    }, pause);
  };
  void connect(0);

  return {
    close: async () => {
      closed = true;
      clearTimeout(retry);
      const mine = client;
      client = undefined;
      await mine?.end().catch(() => {});
    },
  };
};
