import { MissingRights } from '#projections/migrate.ts';
import { awaitStore } from './await-store.ts';
import { awaitedDatabase, awaitedEventStore } from './awaited-stores.ts';
import { ConfigError, readConfig, required } from './config.ts';
import { helpIfAsked } from './help.ts';
import { migrateAll } from './migrate-all.ts';
import { mustBeNewTogether, mustOwnLog } from './own-log.ts';
import { openServiceKeys } from './person-keys.ts';
import { say } from './say.ts';

helpIfAsked(
  'Usage: node start/migrate.ts\nBrings the database of DATABASE_URL up to date; see docs/operations.md.',
);

/**
 * One-shot: brings the database of DATABASE_URL up to date, once it is known that the log of EVENTSTORE_URL belongs to
 * it, and ends. docs/operations.md lists the rights it needs.
 */
const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const databaseUrl = required(config, 'databaseUrl');
  const waiting = { say, signal: new AbortController().signal };
  await awaitStore(awaitedDatabase(databaseUrl), waiting);
  if (config.eventstoreUrl) await awaitStore(awaitedEventStore(config.eventstoreUrl), waiting);
  await mustBeNewTogether(config);
  const { keys, close } = await openServiceKeys(config);
  await mustOwnLog(config, keys).finally(close);
  await migrateAll(databaseUrl);
};

/** Undefined for what nobody foresaw. */
const sentenceOf = (error: unknown): string | undefined => {
  if (error instanceof ConfigError || error instanceof MissingRights) return error.message;
  if (error instanceof Error && 'code' in error && error.code === '42501')
    return `The user of DATABASE_URL has not all rights that docs/operations.md lists: ${error.message}.`;
  return undefined;
};

try {
  await run();
} catch (error) {
  const sentence = sentenceOf(error);
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = sentence ? 2 : 1;
}
