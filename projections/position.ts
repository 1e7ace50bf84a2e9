import type { Pool } from 'pg';
import { listen } from '#eventstore/database/listen.ts';
import { doneBy, followerName, readCheckpoint } from './checkpoint.ts';

export type ProjectionName = 'inbox' | 'access' | 'dashboard' | 'audit';

export type Change = {
  readonly table: string;
  readonly id: string;
  readonly op: 'upsert' | 'delete';
  /** Of a ticket: where it stood before, for those who must drop it. */
  readonly was?: Readonly<Record<string, unknown>>;
};
/** What a projection notifies of after a commit. A batch may be several notifications, all of the same position. */
export type Notification = {
  readonly position: number;
  /** Null when nothing but the position changed, or when everything must be read anew. */
  readonly companyId: string | null;
  readonly changes: readonly Change[];
  /** More of the same position follows. */
  readonly more?: boolean;
  /** A rebuilt copy took the place of the old one, and changes in between were not notified: read anew. */
  readonly resync?: boolean;
};

export type Positions = {
  /**
   * Whether a projection shows everything up to `position`, waiting at most `timeoutMs` for it. False means not
   * yet: also while the database is out of reach.
   */
  readonly waitFor: (projection: ProjectionName, position: number, timeoutMs: number) => Promise<boolean>;
  /** Calls back for everything notified on a projection's channel, in order. Returns how to stop. */
  readonly onNotification: (
    projection: ProjectionName,
    listener: (notified: Notification) => void,
  ) => () => void;
  /**
   * Calls back each time listening begins, and begins anew after an outage: what was notified in between is lost, so
   * read by position. Returns how to stop.
   */
  readonly onListening: (listener: () => void) => () => void;
  /** The newest position heard of, 0 at first. */
  readonly known: (projection: ProjectionName) => number;
  /**
   * Up to which position a screen that knows no more must read everything anew: rows of before have come up since.
   * 0 when there is none.
   */
  readonly anewUpTo: (projection: ProjectionName) => number;
  readonly close: () => Promise<void>;
};

type Waiter = { readonly position: number; readonly done: (passed: boolean) => void };

type PositionLog = { readonly warn: (details: object, message: string) => void };

/**
 * One listener a process, on one connection of the pool; it comes back by itself after an outage. What it hears and
 * cannot read it asks for by position, as after an outage.
 */
export const openPositions = (pool: Pool, log?: PositionLog): Positions => {
  const channels = {
    inbox: openChannel(),
    access: openChannel(),
    dashboard: openChannel(),
    audit: openChannel(),
  };
  const starts = new Set<() => void>();

  const askByPosition = async () => {
    for (const name of names) {
      const checkpoint = await readCheckpoint(pool, name);
      channels[name].passed(checkpoint ? doneBy(checkpoint) : 0);
      channels[name].anew(checkpoint?.takenUp ?? 0);
    }
    for (const start of starts) start();
  };
  const heard = (channel: string, payload: string) => {
    if (!isName(channel) || !payload) return;
    const notified = readNotified(payload);
    if (notified) return channels[channel].notify(notified);
    log?.warn({ channel }, 'a notification cannot be read, asking by position');
    askByPosition().catch(() => line.again());
  };
  const line = listen({ from: pool, channels: names, heard, listening: askByPosition, log });

  return {
    waitFor: async (projection, position, timeoutMs) => channels[projection].wait(position, timeoutMs),
    onNotification: (projection, listener) => add(channels[projection].listeners, listener),
    onListening: listener => add(starts, listener),
    known: projection => channels[projection].known(),
    anewUpTo: projection => channels[projection].anewUpTo(),
    close: async () => {
      for (const name of names) channels[name].giveUp();
      await line.close();
    },
  };
};

const names = ['inbox', 'access', 'dashboard', 'audit'] as const;

/** Who must be folding, as readiness names them. */
export const projectionFollowers: readonly string[] = names.map(followerName);

const isName = (channel: string): channel is ProjectionName => (names as readonly string[]).includes(channel);

/** Undefined for what no projection says. */
const readNotified = (payload: string): Notification | undefined => {
  try {
    const notified = JSON.parse(payload) as Partial<Notification> | null;
    return Number.isSafeInteger(notified?.position) && Array.isArray(notified?.changes)
      ? (notified as Notification)
      : undefined;
  } catch {
    return undefined;
  }
};

const add = <Listener>(listeners: Set<Listener>, listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const openChannel = () => {
  const listeners = new Set<(notified: Notification) => void>();
  const waiters = new Set<Waiter>();
  let newest = 0;
  let anewUpTo = 0;

  const anew = (position: number) => {
    anewUpTo = Math.max(anewUpTo, position);
  };
  const passed = (position: number) => {
    newest = Math.max(newest, position);
    for (const waiter of waiters) if (waiter.position <= newest) waiter.done(true);
  };
  return {
    listeners,
    passed,
    known: () => newest,
    anew,
    anewUpTo: () => anewUpTo,
    giveUp: () => {
      for (const waiter of waiters) waiter.done(false);
    },
    notify: (notified: Notification) => {
      if (notified.resync && notified.companyId === null) anew(notified.position);
      for (const listener of listeners) listener(notified);
      if (!notified.more) passed(notified.position);
    },
    wait: (position: number, timeoutMs: number): Promise<boolean> => {
      if (position <= newest) return Promise.resolve(true);
      return new Promise(resolve => {
        const waiter: Waiter = {
          position,
          done: result => {
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve(result);
          },
        };
        const timer = setTimeout(() => waiter.done(false), timeoutMs);
        waiters.add(waiter);
      });
    },
  };
};
