import type { LiveConnection } from './connection.ts';
import type { Outgoing } from './frames.ts';
import { packParcels } from './parcels.ts';
import { createTurnBudget } from './turn-budget.ts';

/** How long frames are sent, to all companies together, before calls have their turn. */
const turnMs = 8;

/** The open sockets by company. */
export const createRooms = (onSent: (event: string, sockets: number) => void, now?: () => number) => {
  const turn = createTurnBudget(turnMs, now);
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
    /**
     * Sends these frames to all who may see them, also to who comes meanwhile, and lets other work in between. To
     * small rooms everything is sent before this returns, unless much is sent to others just then.
     */
    send: async (companyId: string, frames: readonly Outgoing[], position: number): Promise<void> => {
      const parcels = packParcels(frames, position);
      if (turn.isSpent()) await turn.untilThereIsSome();
      for (const connection of of(companyId)) {
        connection.sendAll(parcels.for(connection));
        if (turn.isSpent()) await turn.untilThereIsSome();
      }
      for (const [event, sockets] of parcels.sent()) onSent(event, sockets);
    },
  };
};
export type Rooms = ReturnType<typeof createRooms>;
