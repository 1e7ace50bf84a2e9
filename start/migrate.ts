import { migrateGateway } from '#gateway/migrate.ts';
import { migrate } from '#projections/migrate.ts';
import { readConfig, required } from './config.ts';

// One-shot: brings the database of DATABASE_URL up to date and ends.
const databaseUrl = required(readConfig(process.env), 'databaseUrl');
await migrate(databaseUrl);
await migrateGateway(databaseUrl);
