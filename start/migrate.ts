import { migrateGateway } from '#gateway/migrate.ts';
import { migrate } from '#projections/migrate.ts';
import { readConfig, required } from './config.ts';
import { openServiceKeys } from './person-keys.ts';

// One-shot: brings the database of DATABASE_URL up to date and ends.
const config = readConfig(process.env);
const databaseUrl = required(config, 'databaseUrl');
await (await openServiceKeys(config)).close();
await migrate(databaseUrl);
await migrateGateway(databaseUrl);
