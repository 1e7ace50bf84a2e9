import { createCommands } from '#commands/commands.ts';
import { openEventStore } from '#eventstore/client.ts';
import { openPool } from '#eventstore/database/pool.ts';
import { setPassword } from '#gateway/auth/credentials.ts';
import { seedConversations } from './demo/conversations.ts';
import { type LogWatch, watchLog } from './demo/log-watch.ts';
import { awaitConnected, awaitQr, openSimulator, type SimulatorApi } from './demo/pairing.ts';
import { companyId, connectionId, phone } from './demo/records.ts';
import { seedRecords } from './demo/seed.ts';
import { openServiceKeys } from './person-keys.ts';
import type { DemoOptions } from './seed.ts';

/**
 * Makes the demo: company, users, queues, a paired connection and four conversations, by commands and by simulated
 * contacts. Ids and command ids are derived: run again after a crash, it goes on where it was.
 * Throws with what did not come about.
 */
export const seedDemo = async (options: DemoOptions): Promise<void> => {
  const { keys, close: closeKeys } = await openServiceKeys(options);
  const store = openEventStore({ connectionString: options.eventstoreUrl, keys });
  const pool = openPool({ connectionString: options.databaseUrl, max: 2 });
  const log = watchLog(store, event => event.companyId === companyId);
  try {
    const commands = createCommands({ store });
    const simulator = openSimulator(options.simulatorUrl);
    await seedRecords(commands, simulator, user =>
      setPassword(pool, { ...user, password: options.password }),
    );
    await pair(log, simulator, options.databaseUrl);
    await seedConversations({ commands, simulator, log });
  } finally {
    log.close();
    await store.close();
    await Promise.all([pool.end(), closeKeys()]);
  }
};

const pair = async (log: LogWatch, simulator: SimulatorApi, databaseUrl: string): Promise<void> => {
  const connected = awaitConnected(log, connectionId);
  const scanned = awaitQr(databaseUrl, connectionId, 60_000).then(qr => simulator.scan(phone.number, qr));
  await Promise.race([connected, scanned.then(() => connected)]);
};
