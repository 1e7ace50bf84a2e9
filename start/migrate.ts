import { migrate } from '#projections/migrate.ts';
import { readConfig, required } from './config.ts';

// One-shot: brings the database of DATABASE_URL up to date and ends.
await migrate(required(readConfig(process.env), 'databaseUrl'));
