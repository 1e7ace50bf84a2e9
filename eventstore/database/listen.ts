import pg from 'pg';
import { backOffMs } from '#domain/shared/back-off.ts';
import { openClient, type PoolConfig } from './pool.ts';

export type ListenOptions = {
  /** A pool, of which one connection is taken for as long as it is listened; or how to open one. */
  readonly from: pg.Pool | PoolConfig;
  readonly channels: readonly string[];
  /** Called in order for each notification. What it throws is logged and ends nothing. */
  readonly heard: (channel: string, payload: string) => void;
  /**
   * Listening begins, or begins again after an outage: what was notified in between is lost. A rejection ends the
   * line, and another one is opened.
   */
  readonly listening: () => Promise<void> | void;
  readonly log: { readonly warn: (details: object, message: string) => void } | undefined;
};

export type Listening = {
  /** Calls `listening` again on a new line, as after an outage. */
  readonly again: () => void;
  /** Ends the line; nothing is called any more. */
  readonly close: () => Promise<void>;
};

const back = { firstMs: 50, longestMs: 2_000 };

/** Listens to channels of NOTIFY on one connection until it is closed, and comes back by itself after an outage. */
export const listen = (options: ListenOptions): Listening => {
  const { channels, heard, listening, log } = options;
  let closed = false;
  let line: Line | undefined;
  let retry: NodeJS.Timeout | undefined;

  const hear = (channel: string, payload: string) => {
    try {
      heard(channel, payload);
    } catch (error) {
      log?.warn({ err: error, channel }, 'a notification cannot be read');
    }
  };
  const connect = async (failures: number): Promise<void> => {
    let mine: Line | undefined;
    const lost = () => {
      if (!mine || line !== mine) return;
      line = undefined;
      void mine.end();
      retryAfter(1);
    };
    try {
      mine = await takeLine(options.from, lost);
      if (closed) return await mine.end();
      line = mine;
      mine.client.on('notification', ({ channel, payload }) => {
        if (line === mine) hear(channel, payload ?? '');
      });
      await mine.client.query(channels.map(channel => `listen ${channel}`).join('; '));
      await listening();
    } catch (error) {
      if (line === mine) line = undefined;
      void mine?.end();
      if (!closed) log?.warn({ err: error, channels }, 'cannot listen to Postgres, trying again');
      retryAfter(failures + 1);
    }
  };
  const retryAfter = (failures: number) => {
    if (closed || retry) return;
    retry = setTimeout(
      () => {
        retry = undefined;
        void connect(failures);
      },
      backOffMs(failures, back, Math.random()),
    );
  };
  const endLine = async () => {
    const mine = line;
    line = undefined;
    await mine?.end();
  };
  void connect(0);

  return {
    again: () => {
      void endLine();
      retryAfter(1);
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await endLine();
    },
  };
};

type Line = { readonly client: pg.ClientBase; readonly end: () => Promise<void> };

const takeLine = async (from: pg.Pool | PoolConfig, lost: () => void): Promise<Line> => {
  if (from instanceof pg.Pool) {
    const client = await from.connect();
    let released = false;
    client.on('error', lost);
    client.on('end', lost);
    const end = async () => {
      if (!released) client.release(true);
      released = true;
    };
    return { client, end };
  }
  const client = openClient(from);
  client.on('error', lost);
  client.on('end', lost);
  const end = () => client.end().catch(() => undefined);
  await client.connect().catch(async error => {
    await end();
    throw error;
  });
  return { client, end };
};
