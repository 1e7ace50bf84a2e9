import { status } from '@grpc/grpc-js';
import { openEventStore } from '../client.ts';
import { type Refusal, refusal } from '../embedded/refusals.ts';
import { memoryPersonKeys } from '../person-keys.ts';
import type { EventStore } from '../types.ts';
import { type Behaviour, type FaultyServer, startFaultyServer } from './faulty-server.ts';

/** Servers and stores of one test file; `clear` ends those that a test has opened. */
export const createStage = () => {
  const servers: FaultyServer[] = [];
  const stores: EventStore[] = [];
  return {
    serve: async (behaviour: Behaviour): Promise<FaultyServer> => {
      const server = await startFaultyServer(behaviour);
      servers.push(server);
      return server;
    },
    open: ({ url }: FaultyServer): EventStore => {
      const store = openEventStore({ connectionString: url, keys: memoryPersonKeys() });
      stores.push(store);
      return store;
    },
    clear: async (): Promise<void> => {
      await Promise.all(stores.splice(0).map(store => store.close()));
      for (const server of servers.splice(0)) server.close();
    },
  };
};

/** How a node of a cluster turns a call away that only the leader may answer. */
export const notLeader = (port: number): Refusal =>
  refusal(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  });
