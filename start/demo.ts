import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createCommands } from '#commands/commands.ts';
import { openEventStore } from '#eventstore/client.ts';
import { setPassword } from '#gateway/auth/credentials.ts';
import { readConfig, required } from './config.ts';
import { seedConversations } from './demo/conversations.ts';
import { watchLog } from './demo/log-watch.ts';
import { awaitQr, openSimulator } from './demo/pairing.ts';
import { companyId, connectionId, phone, users } from './demo/records.ts';
import { seedRecords } from './demo/seed.ts';

/**
 * Seeds the demo: run as a process of its own by the supervisor once the services are ready. Everything is made by
 * commands and by simulated contacts, with derived ids: after a crash it goes on where it was.
 * Prints what failed and exits with 1 when it cannot finish.
 */
const main = async (): Promise<void> => {
  const config = readConfig(process.env);
  const done = join(config.dataDir, 'demo-seeded');
  if (existsSync(done)) return;
  const password = demoPassword(config.dataDir, config.demoPassword);
  const databaseUrl = required(config, 'databaseUrl');
  const store = openEventStore({ connectionString: required(config, 'eventstoreUrl') });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const log = watchLog(store, event => event.companyId === companyId);
  try {
    const commands = createCommands({ store });
    const simulator = openSimulator(required(config, 'simulatorUrl'));
    await seedRecords(commands, simulator, user => setPassword(pool, { ...user, password }));
    await pair(log, simulator, databaseUrl);
    await seedConversations({ commands, simulator, log });
    writeFileSync(done, `${new Date().toISOString()}\n`);
  } finally {
    log.close();
    await store.close();
    await pool.end();
  }
};

const pair = async (
  log: ReturnType<typeof watchLog>,
  simulator: ReturnType<typeof openSimulator>,
  databaseUrl: string,
): Promise<void> => {
  const connected = log.first(
    'the connection',
    event =>
      event.type === 'ConnectionStatusChanged' &&
      event.data.connectionId === connectionId &&
      event.data.status === 'CONNECTED',
    60_000,
  );
  const scanned = awaitQr(databaseUrl, connectionId, 60_000).then(qr => simulator.scan(phone.number, qr));
  await Promise.race([connected, scanned.then(() => connected)]);
};

/** The password of the demo's logins: DEMO_PASSWORD, else the one kept in the data directory, made once. */
const demoPassword = (dataDir: string, given: string | undefined): string => {
  const file = join(dataDir, 'demo-password');
  if (given === undefined && existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = given ?? randomBytes(9).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
};

try {
  await main();
  if (process.connected)
    process.send?.({ ready: true, logins: Object.values(users).map(user => user.email) });
  process.disconnect?.();
} catch (error) {
  process.stderr.write(
    `The demo could not be made: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
