import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { pino } from 'pino';
import { type Commands, createCommands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { startSimulator } from '#simulator/server.ts';
import { SimulatorClient } from '#simulator/testing/simulator-client.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { type Connector, type ConnectorOptions, startConnector } from '../connector.ts';
import { migrateConnector } from '../migrate.ts';

export const PHONE = '5511999990000';
export const ANA = '5511988887777';
export const BOB = '5511977776666';
export const waKey = Buffer.alloc(32, 7).toString('base64');

/** Small, so that what is too large is soon made. */
export const mediaLimits = { limit: 2_000_000, documentLimit: 3_000_000 };

const boundMs = 60_000;

/** A company with one simulated connection, its log, its database, and the phones of two contacts. */
export type Office = {
  readonly databaseUrl: string;
  /** DATA_DIR of its connectors and of the simulator. */
  readonly folder: string;
  readonly pool: Pool;
  readonly store: EventStore;
  readonly commands: Commands;
  readonly simulator: SimulatorClient;
  readonly companyId: string;
  readonly connectionId: string;
  readonly bySystem: () => CommandContext;
  readonly startConnector: (options?: Partial<ConnectorOptions>) => Promise<Connector>;
  /** Has the company's phone scan the code that the connection shows, and waits until it is connected. */
  readonly pair: () => Promise<void>;
  /** Resolves with all events of the log so far once they fit. */
  readonly until: (what: string, fits: (events: readonly Recorded[]) => boolean) => Promise<Recorded[]>;
  /** Resolves when everything that was decrypted has been taken in. */
  readonly untilJournalEmpty: () => Promise<void>;
  /** Resolves when the connector has followed the log to where it now ends. */
  readonly untilFollowed: () => Promise<void>;
  /** Resolves once the session's row fits. */
  readonly untilSession: (fits: (row: SessionRow) => boolean) => Promise<SessionRow>;
  readonly end: () => Promise<void>;
};
export type SessionRow = {
  readonly status: string;
  readonly qr: string;
  readonly wanted: boolean;
  readonly lease_owner: string | null;
};

/** Over a store in memory, or one that is opened when the office's database is there. */
export const openOffice = async (
  given: EventStore | ((databaseUrl: string) => Promise<EventStore>) = openMemoryStore(),
): Promise<Office> => {
  const folder = await mkdtemp(join(tmpdir(), 'connector-'));
  const database = await createTestDatabase();
  const store = typeof given === 'function' ? await given(database.url) : given;
  const pool = new Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
  await migrateConnector(pool);
  const running = await startSimulator({ port: 0, dataDir: folder });
  const simulator = new SimulatorClient(running.url);
  await simulator.post('/phones', { number: PHONE, name: 'Acme' });
  await simulator.post('/contacts', { number: ANA, name: 'Ana', lid: '123456789012345' });
  await simulator.post('/contacts', { number: BOB, name: 'Bob' });
  const commands = createCommands({ store });
  const companyId = newId();
  const connectionId = newId();
  const bySystem = (): CommandContext => ({
    ...{ companyId, commandId: newId(), at: new Date().toISOString(), principal: null },
    actor: { kind: 'system' },
  });
  const company = { name: 'Acme', email: 'acme@acme.test', phone: null, dueDate: null, status: true };
  accepted(
    await commands.company.create(bySystem(), {
      ...{ companyId, recurrence: 'MENSAL', campaignsEnabled: false },
      ...company,
    }),
  );
  const connection = { connectionId, name: 'Loja', provider: 'simulator' as const, isDefault: true };
  accepted(await commands.connection.create(bySystem(), { ...connection, queueIds: [] }));

  const untilSession: Office['untilSession'] = fits =>
    untilRow(database.url, async client => {
      const { rows } = await client.query<SessionRow>(
        'select status, qr, wanted, lease_owner from connector.session where connection_id = $1',
        [connectionId],
      );
      return rows[0] && fits(rows[0]) ? rows[0] : undefined;
    });
  const until: Office['until'] = (what, fits) => untilEvents(store, what, fits);
  return {
    ...{ databaseUrl: database.url, folder, pool, store, commands, simulator, companyId, connectionId },
    ...{ bySystem, until, untilSession },
    untilJournalEmpty: () =>
      untilNone(
        pool,
        'select from connector.inbox_journal where not handled and not waiting and problem is null limit 1',
        [],
      ),
    untilFollowed: async () => {
      const behind = 'select from connector.checkpoint where position < $1';
      await untilNone(pool, behind, [await store.head()]);
    },
    startConnector: options =>
      startConnector({
        ...{ databaseUrl: database.url, store, provider: 'simulator', simulatorUrl: running.url, waKey },
        media: { dataDir: folder, ...mediaLimits },
        log: pino({ level: process.env.CONNECTOR_LOG ?? 'silent' }),
        onFailure: error => {
          throw error;
        },
        ...options,
      }),
    pair: async () => {
      const { qr } = await untilSession(row => row.status === 'qrcode' && row.qr !== '');
      await simulator.post(`/phones/${PHONE}/scan`, { qr });
      await untilSession(row => row.status === 'CONNECTED');
    },
    end: async () => {
      await running.close();
      await pool.end();
      await store.close();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
};

export const accepted = (outcome: Outcome) => {
  if (isRejection(outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome;
};

export const ofType = <Type extends Recorded['type']>(events: readonly Recorded[], type: Type) =>
  events.filter((event): event is Extract<Recorded, { type: Type }> => event.type === type);

const untilEvents = async (
  store: EventStore,
  what: string,
  fits: (events: readonly Recorded[]) => boolean,
): Promise<Recorded[]> => {
  const reading = new AbortController();
  const timer = setTimeout(() => reading.abort(), boundMs);
  const events: Recorded[] = [];
  try {
    for await (const batch of store.subscribe({ maxBatch: 500, signal: reading.signal })) {
      events.push(...batch.events);
      if (batch.live && fits(events)) return events;
    }
  } finally {
    clearTimeout(timer);
    reading.abort();
  }
  throw new Error(`waited in vain for ${what}; ${events.slice(-12).map(event => event.type)}`);
};

/** Asks until the query answers no row. */
const untilNone = async (pool: Pool, query: string, values: readonly unknown[]): Promise<void> => {
  const deadline = Date.now() + boundMs;
  while ((await pool.query(query, [...values])).rowCount !== 0) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${query}`);
  }
};

/** Looks again each time a session tells that it has changed. */
const untilRow = async <Row>(
  url: string,
  look: (client: Client) => Promise<Row | undefined>,
): Promise<Row> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await new Promise<Row>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('waited in vain for the session')), boundMs);
      const check = () =>
        look(client)
          .then(row => {
            if (row === undefined) return;
            clearTimeout(timer);
            resolve(row);
          })
          .catch(reject);
      client.on('notification', () => void check());
      client.query('listen connector_session').then(check).catch(reject);
    });
  } finally {
    await client.end();
  }
};
