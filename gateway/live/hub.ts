import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { pingIntervalMs } from '#contracts/live.ts';
import type { Change, Notification, Positions } from '#projections/position.ts';
import type { Tenants } from '#projections/tenant.ts';
import { type Callers, viewerOf } from '../auth/callers.ts';
import type { SessionEnded } from '../auth/sessions.ts';
import type { Metrics } from '../http/metrics.ts';
import type { MediaLinks } from '../media/media-links.ts';
import { everybody } from './audience.ts';
import { tellAuditNews } from './audit-news.ts';
import { type Changes, changesOf, mergeChanges } from './changes.ts';
import { closedUnauthenticated, encodeFrame, type LiveConnection, shutDown } from './connection.ts';
import { connectionFrames } from './connection-frames.ts';
import { startFigureFrames } from './figure-frames.ts';
import { framer, framesOf } from './frames.ts';
import { startPings } from './pings.ts';
import { createReadMarks } from './read-marks.ts';
import { createRooms } from './rooms.ts';
import { createPingFrames } from './spread.ts';

export type HubDeps = {
  readonly pool: Pool;
  readonly tenants: Tenants;
  readonly positions: Positions;
  readonly callers: Callers;
  readonly mediaLinks: MediaLinks;
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
  readonly pingMs?: number;
};

/** A room that takes longer than this to send rests twice as long, up to this: what happens then goes together. */
const shortMs = 20;
const longestRestMs = 300;
const rest = async (tookMs: number): Promise<void> => {
  if (tookMs > shortMs) await setTimeout(Math.min(tookMs * 2, longestRestMs));
};

/**
 * Turns what the read models notify into frames on the sockets that may see them. Per company one batch at a time:
 * what is notified meanwhile is shown together, so a flood costs reads by time, not by event.
 */
export const createLiveHub = (deps: HubDeps) => {
  const { positions, callers, metrics, tenants, log } = deps;
  const rooms = createRooms((event, sockets) => {
    metrics.frames.inc({ kind: event.slice(event.lastIndexOf('-') + 1) }, sockets);
  });
  const marks = createReadMarks();
  const waiting = new Map<string, Changes>();
  const working = new Set<string>();
  const pingFrameFor = createPingFrames();
  /**
   * Of a batch that is notified in several notes. Shown one by one, a later batch could join the last of them, and what
   * the first had told of as new would be new again.
   */
  const parts = new Map<string, readonly Change[]>();
  let [shown, pages] = [0, 0];

  const enqueue = (changes: Changes) => {
    if (rooms.of(changes.companyId).size === 0) return;
    waiting.set(changes.companyId, mergeChanges(waiting.get(changes.companyId), changes));
    if (!working.has(changes.companyId)) void work(changes.companyId);
  };

  const work = async (companyId: string) => {
    working.add(companyId);
    for (let next = waiting.get(companyId); next; next = waiting.get(companyId)) {
      waiting.delete(companyId);
      const begun = performance.now();
      const observe = metrics.fanOut.startTimer();
      try {
        const { upserted: changed } = changesOf(next, 'connection');
        const current = next;
        const [frames, sessionsNow] = await Promise.all([
          current.notified.length > 0
            ? tenants.read(companyId, db => framesOf(db, current, marks, deps.mediaLinks))
            : [],
          connectionFrames(deps, companyId, { changed, sessions: next.sessions }),
        ]);
        const signed = deps.mediaLinks.withPictures([...frames, ...sessionsNow]);
        await rooms.send(companyId, signed, current.position);
      } catch (error) {
        log.warn({ err: error, companyId }, 'could not read what changed; screens load anew');
        resync([companyId]);
      }
      observe();
      await rest(performance.now() - begun);
    }
    working.delete(companyId);
  };

  /** Screens of these companies load what they show anew. */
  const resync = (companyIds: readonly string[]) => {
    const frame = { event: 'resync', data: {}, audience: everybody };
    for (const companyId of companyIds) void rooms.send(companyId, [frame], positions.known('inbox'));
  };

  const notified = ({ companyId, changes, position, more, resync: anew }: Notification) => {
    if (anew) resync(companyId === null ? rooms.companyIds() : [companyId]);
    else if (companyId !== null) parts.set(companyId, (parts.get(companyId) ?? []).concat(changes));
    if (more) return;
    const after = shown || position - 1;
    shown = position;
    for (const [id, all] of parts) enqueue({ companyId: id, after, position, notified: all, sessions: [] });
    parts.clear();
  };

  const end = (connection: LiveConnection, reason: 'other-login' | 'revoked') => {
    const { event, data } = framer(connection.companyId)('auth', { action: 'logout', reason }, everybody);
    connection.send(encodeFrame(event, data, positions.known('inbox')));
    connection.close(closedUnauthenticated, reason);
  };

  /** Accounts changed: sockets see with their new rights, or not at all any more. */
  const refreshAccounts = async (connections: Iterable<LiveConnection>) => {
    for (const connection of connections) {
      const user = await callers.user(connection.viewer.userId);
      if (!user?.company.status || user.profile !== connection.viewer.profile) {
        end(connection, 'revoked');
        continue;
      }
      const viewer = viewerOf(user);
      if (JSON.stringify(viewer) === JSON.stringify(connection.viewer)) continue;
      connection.viewer = viewer;
      connection.send(encodeFrame('resync', {}, positions.known('inbox')));
    }
  };
  const accountsNotified = (companyId: string | null) => {
    const concerned = companyId === null ? rooms.all() : [...rooms.of(companyId)];
    refreshAccounts(concerned).catch(error => {
      log.warn({ err: error }, 'could not read changed accounts; their sockets are closed');
      for (const connection of concerned) shutDown(connection);
    });
  };

  const pings = startPings(deps.pingMs ?? pingIntervalMs, connection => {
    if (!connection.answeredPing) return connection.terminate();
    connection.answeredPing = false;
    connection.ping();
    // Pages see no pings of the protocol.
    connection.send(pingFrameFor(pages));
  });

  const stops = [
    pings.close,
    startFigureFrames(positions, rooms),
    tellAuditNews(positions, rooms),
    positions.onNotification('inbox', notified),
    positions.onNotification('access', ({ companyId }) => accountsNotified(companyId)),
    positions.onListening(() => {
      parts.clear();
      shown = positions.known('inbox');
      resync(rooms.companyIds());
      accountsNotified(null);
    }),
  ];

  return {
    enter: (connection: LiveConnection) => {
      rooms.enter(connection);
      pings.enter(connection);
      pages += 1;
      metrics.sockets.inc();
    },
    leave: (connection: LiveConnection) => {
      rooms.leave(connection);
      pings.leave(connection);
      pages -= 1;
      clearTimeout(connection.expiry);
      metrics.sockets.dec();
    },
    connectionNotified: (companyId: string, connectionId: string) =>
      enqueue({
        companyId,
        after: shown,
        position: positions.known('inbox'),
        notified: [],
        sessions: [connectionId],
      }),
    sessionEnded: ({ companyId, sessionId, reason }: SessionEnded) => {
      for (const connection of rooms.of(companyId))
        if (connection.sessionId === sessionId)
          end(connection, reason === 'other-login' ? 'other-login' : 'revoked');
    },
    /** What ended while nobody listened: every socket proves its session again. */
    sessionsUnknown: () => {
      for (const connection of rooms.all()) shutDown(connection);
    },
    close: () => {
      for (const stop of stops) stop();
      for (const connection of rooms.all()) shutDown(connection);
    },
  };
};
export type LiveHub = ReturnType<typeof createLiveHub>;
