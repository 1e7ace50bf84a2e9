import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { BACKWARDS, END } from '@eventstore/db-client';
import { openConnection } from '#eventstore/connection.ts';
import { openClient } from '#eventstore/database/pool.ts';
import { isLocalUrl } from '#eventstore/local-socket.ts';
import type { AwaitedStore } from './await-store.ts';

const lookWithinMs = 5_000;

/** A Postgres that somebody else runs. */
export const awaitedDatabase = (databaseUrl: string): AwaitedStore => ({
  name: 'Postgres',
  at: addressIn(databaseUrl),
  variable: 'DATABASE_URL',
  look: async () => {
    const client = openClient({ connectionString: databaseUrl, connectionTimeoutMillis: lookWithinMs });
    try {
      await client.connect();
      await client.query('select 1');
    } finally {
      await client.end().catch(() => undefined);
    }
  },
});

/** An event store that somebody else runs: its leader, for only that takes events. */
export const awaitedEventStore = (eventstoreUrl: string): AwaitedStore => ({
  name: 'the event store',
  at: addressIn(eventstoreUrl),
  variable: 'EVENTSTORE_URL',
  look: async () => {
    const connection = openConnection(eventstoreUrl, lookWithinMs);
    try {
      const newest = { direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true } as const;
      await connection.call(client => Array.fromAsync(client.readAll(newest)));
    } catch (error) {
      await mustBeReachable(eventstoreUrl);
      throw error;
    } finally {
      await connection.close();
    }
  },
});

/** Of a connection string: what stands between account and options, without a database's name. */
const addressIn = (url: string): string => url.replace(/^[^:]*:\/\//, '').replace(/^.*@|[/?].*$/g, '');

/** The client of the package tells the same of a server that is away and of one that wants TLS: asks it by hand. */
const mustBeReachable = async (eventstoreUrl: string): Promise<void> => {
  if (isLocalUrl(eventstoreUrl)) return;
  const [first = ''] = addressIn(eventstoreUrl).split(',');
  const { hostname, port } = new URL(`tcp://${first}`);
  const place = { host: hostname.replace(/[[\]]/g, ''), port: Number(port || 2113) };
  await reaches(() => connect(place), 'connect');
  if (!/[?&]tls=false\b/i.test(eventstoreUrl)) return;
  const speaksTls = await reaches(
    () => connectSecurely({ ...place, rejectUnauthorized: false }),
    'secureConnect',
  ).then(
    () => true,
    () => false,
  );
  if (speaksTls) throw new Error('it expects TLS');
};

const reaches = (open: () => ReturnType<typeof connect>, event: 'connect' | 'secureConnect'): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = open();
    const end = (settle: () => void) => {
      socket.destroy();
      settle();
    };
    socket.setTimeout(lookWithinMs, () => end(() => reject(new Error('no answer in time'))));
    socket.once('error', error => end(() => reject(error)));
    socket.once('close', () => reject(new Error('the connection was terminated')));
    socket.once(event, () => end(resolve));
  });
