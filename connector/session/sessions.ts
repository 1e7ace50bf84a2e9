import type { Provider } from '#domain/connection/events.ts';
import type { Socket } from '../baileys.ts';
import type { ChatPresence } from './chat-presence.ts';
import { type Lease, leaseMs, openLeases } from './leases.ts';
import { createSession } from './session.ts';
import type { Session, SessionsContext } from './session-types.ts';

type Held = { readonly session: Promise<Session>; readonly epoch: number; asked: number };

/** All sessions of this process: those of the connections whose lease it holds. */
export type Sessions = {
  /** Looks at once whether sessions must be opened, closed or asked something. */
  readonly wake: () => void;
  /** A connection has something to send. */
  readonly wakeSender: (connectionId: string) => void;
  /** What a connection received and set aside is to be tried once more. */
  readonly retry: (connectionId: string) => void;
  /** The same of all connections that are held here. */
  readonly retryAll: () => void;
  /** Who is at a conversation of a connection that is held here, and what its contact does. */
  readonly presenceOf: (connectionId: string) => Promise<ChatPresence | undefined>;
  /** The socket of a connection that is held here. */
  readonly socketOf: (connectionId: string) => Promise<Socket | undefined>;
  readonly count: () => number;
  /** Ends all sockets without logging out, then gives the leases back. */
  readonly close: () => Promise<void>;
};

/** How often the leases are renewed, and looked for that are free. */
export const lookEveryMs = 2_500;
const marginMs = 1_500;

/**
 * Keeps a session for every wanted connection of the provider that no other process holds. When the leases
 * cannot be renewed in time, all sockets are closed before anybody else may open theirs.
 */
export const keepSessions = (context: SessionsContext, provider: Provider): Sessions => {
  const { pool, log, holder } = context;
  const leases = openLeases(pool, provider, holder);
  const held = new Map<string, Held>();
  let holdsUntil = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let watchdog: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  const leaseHolds = () => !closed && performance.now() < holdsUntil;

  const look = async () => {
    const asked = performance.now();
    const rows = await leases.hold([...held.keys()]);
    if (closed) return;
    holdsUntil = asked + leaseMs - marginMs;
    clearTimeout(watchdog);
    watchdog = setTimeout(() => void dropAll('the lease ran out'), holdsUntil - performance.now());
    const mine = new Map(rows.map(row => [row.connectionId, row.epoch]));
    const over = [...held].filter(([connectionId, { epoch }]) => mine.get(connectionId) !== epoch);
    await drop(over.map(([connectionId]) => connectionId));
    const gone = over.flatMap(([connectionId]) => (mine.has(connectionId) ? [] : connectionId));
    if (gone.length > 0) await leases.release(gone);
    for (const row of rows) serve(row);
  };

  const serve = (row: Lease) => {
    const { connectionId, epoch, ask, askPosition } = row;
    const entry = held.get(connectionId) ?? open(row);
    const { session } = entry;
    if (ask && entry.asked < askPosition) {
      entry.asked = askPosition;
      void session
        .then(async it => {
          await it.perform(ask);
          await leases.answered(connectionId, askPosition, epoch);
        })
        .catch(error => log.warn({ err: error, connectionId, ask }, 'an ask was not answered'));
    } else if (row.wanted) {
      session.then(it => it.start()).catch(() => undefined);
    }
    session.then(it => it.wake()).catch(() => undefined);
  };

  const open = ({ connectionId, companyId, epoch }: Lease): Held => {
    const onLeaseLost = () => {
      if (held.get(connectionId) === entry) void drop([connectionId]);
      wake();
    };
    const fencing = { holder: holder.owner, epoch };
    const session = createSession({ context, companyId, connectionId, fencing, leaseHolds, onLeaseLost });
    const entry: Held = { session, epoch, asked: 0 };
    held.set(connectionId, entry);
    session.catch(error => {
      if (held.get(connectionId) === entry) held.delete(connectionId);
      log.error({ err: error, connectionId }, 'a session could not be made');
    });
    return entry;
  };

  const drop = async (connectionIds: readonly string[]) => {
    const entries = connectionIds.flatMap(connectionId => held.get(connectionId) ?? []);
    for (const connectionId of connectionIds) held.delete(connectionId);
    await Promise.allSettled(entries.map(async entry => (await entry.session).close()));
  };

  const dropAll = (why: string) => {
    if (held.size > 0) log.warn({ sessions: held.size }, why);
    return drop([...held.keys()]);
  };

  const wake = () => {
    if (closed) return;
    if (looking !== undefined) {
      lookAgain = true;
      return;
    }
    clearTimeout(timer);
    looking = look()
      .catch(error => log.warn({ err: error }, 'the leases could not be renewed'))
      .finally(() => {
        looking = undefined;
        if (closed) return;
        timer = setTimeout(wake, lookAgain ? 0 : lookEveryMs);
        lookAgain = false;
      });
  };
  wake();

  return {
    wake,
    wakeSender: connectionId => {
      held
        .get(connectionId)
        ?.session.then(it => it.wake())
        .catch(() => undefined);
    },
    retry: connectionId => {
      held
        .get(connectionId)
        ?.session.then(it => it.retry())
        .catch(() => undefined);
    },
    retryAll: () => {
      for (const { session } of held.values()) session.then(it => it.retry()).catch(() => undefined);
    },
    presenceOf: async connectionId => (await held.get(connectionId)?.session)?.presence(),
    socketOf: async connectionId => (await held.get(connectionId)?.session)?.socket(),
    count: () => held.size,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      clearTimeout(watchdog);
      await looking;
      const mine = [...held.keys()];
      await drop(mine);
      if (mine.length > 0) await leases.release(mine);
    },
  };
};
