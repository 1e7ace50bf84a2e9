import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Gateway } from '../gateway.ts';
import { encodeFrame, type LiveConnection } from './connection.ts';
import { type Missed, readMissed } from './missed.ts';
import { createSlots } from './slots.ts';

/** Reads at a time; fewer than the connections that live reads have for themselves. */
const reads = 3;
/** Frames that are kept for those who come next, of all companies together: some 30 MB. */
const mostKept = 20_000;
const keptMs = 10_000;

type Reading = Pick<Gateway, 'pool' | 'positions' | 'mediaLinks'> & Pick<Gateway, 'liveTenants'>;
/** One read of a company, planned, under way or done. */
type Shared = { since: number; hasBegun: boolean; position: number; readonly missed: Promise<Missed> };

/**
 * Greets sockets: the position that a screen may count on, and for one that knew everything up to `since` what it
 * missed, or `resync` when that is too much. All who come back to one company share a read for as long as nothing
 * changes there; what each is sent of it goes by their own rights. A socket must hear of changes before it is
 * greeted, and hold them back.
 */
export const createGreetings = (gateway: Reading) => {
  const { positions, liveTenants: tenants } = gateway;
  const inSlot = createSlots(reads);
  const shared = new LRUCache<string, Shared>({ maxSize: mostKept, ttl: keptMs });

  const plan = (companyId: string, since: number): Shared => {
    const planned: Shared = {
      since,
      hasBegun: false,
      position: 0,
      missed: inSlot(async () => {
        // Others of this turn may have to read from further back.
        await setImmediate();
        planned.hasBegun = true;
        planned.position = positions.known('inbox');
        return readMissed({ ...gateway, tenants }, companyId, planned.since);
      }),
    };
    const isCurrent = () => shared.peek(companyId) === planned;
    planned.missed.then(
      ({ pieces }) => isCurrent() && shared.set(companyId, planned, { size: 1 + pieces.length }),
      () => isCurrent() && shared.delete(companyId),
    );
    shared.set(companyId, planned, { size: 1 });
    return planned;
  };
  /** A read of all that happened after `since` and before now. */
  const readFor = (companyId: string, since: number): Shared => {
    const there = shared.get(companyId);
    if (!there) return plan(companyId, since);
    if (!there.hasBegun) there.since = Math.min(there.since, since);
    return there.since <= since ? there : plan(companyId, since);
  };

  const stops = [
    positions.onNotification('inbox', ({ companyId, changes, resync }) => {
      if (companyId === null) {
        if (resync) shared.clear();
      } else if (resync || changes.length > 0) outdated(shared, companyId);
    }),
    positions.onListening(() => shared.clear()),
  ];

  return {
    greet: async (connection: LiveConnection, since: number | undefined): Promise<readonly Buffer[]> => {
      const { companyId, viewer } = connection;
      const hello = (position: number) =>
        encodeFrame('hello', { userId: viewer.userId, companyId }, position);
      const known = positions.known('inbox');
      if (since === undefined) return [hello(known)];
      if (since > known || since <= positions.anewUpTo('inbox'))
        return [hello(known), encodeFrame('resync', {}, known)];
      if (since === known) return [hello(known)];
      const read = readFor(companyId, since);
      const { from, pieces } = await read.missed;
      if (from > since) return [hello(read.position), encodeFrame('resync', {}, read.position)];
      const notified = pieces.filter(({ position, audience }) => position > since && audience(connection));
      return [hello(read.position), ...notified.map(({ frame }) => frame())];
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
};
export type Greetings = ReturnType<typeof createGreetings>;

/** What has not begun yet will see the change. */
const outdated = (shared: LRUCache<string, Shared>, companyId: string): void => {
  if (shared.peek(companyId)?.hasBegun) shared.delete(companyId);
};
