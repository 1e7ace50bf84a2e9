import { encodeFrame, type LiveConnection } from './connection.ts';
import type { Outgoing } from './frames.ts';

/** The open sockets by company. */
export const createRooms = (onSent: (event: string, sockets: number) => void) => {
  const companies = new Map<string, Set<LiveConnection>>();
  const of = (companyId: string): ReadonlySet<LiveConnection> => companies.get(companyId) ?? new Set();

  return {
    of,
    all: () => [...companies.values()].flatMap(connections => [...connections]),
    companyIds: () => [...companies.keys()],
    enter: (connection: LiveConnection) => {
      const room = companies.get(connection.companyId) ?? new Set();
      companies.set(connection.companyId, room.add(connection));
    },
    leave: (connection: LiveConnection) => {
      const room = companies.get(connection.companyId);
      room?.delete(connection);
      if (room?.size === 0) companies.delete(connection.companyId);
    },
    /** Each frame is made once, however many get it, and not at all when nobody does. */
    send: (companyId: string, frames: readonly Outgoing[], position: number) => {
      for (const { event, data, audience } of frames) {
        const audienceNow = [...of(companyId)].filter(audience);
        if (audienceNow.length === 0) continue;
        const encoded = encodeFrame(event, data, position);
        for (const connection of audienceNow) connection.send(encoded);
        onSent(event, audienceNow.length);
      }
    },
  };
};
