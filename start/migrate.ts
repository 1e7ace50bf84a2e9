import { ConfigError, readConfig } from './config.ts';
import { helpIfAsked } from './help.ts';
import { say } from './say.ts';
import { upgrade } from './upgrade.ts';

helpIfAsked(
  'Usage: node start/migrate.ts\nBrings the database of DATABASE_URL up to date; see docs/operations.md.',
);

/**
 * One-shot: brings the database of DATABASE_URL up to date, once it is known that the log of EVENTSTORE_URL belongs to
 * it, and ends. docs/operations.md lists the rights it needs. A supervisor says which stores are its own, and is
 * answered whether the log is founded.
 */
const { OWN_DATABASE, OWN_LOG } = process.env;
const own = { database: OWN_DATABASE === 'on', log: OWN_LOG === 'on' };
try {
  const waiting = { say, signal: new AbortController().signal };
  const upgraded = await upgrade(readConfig(process.env), own, waiting);
  process.send?.(upgraded);
} catch (error) {
  const isKnown = error instanceof ConfigError;
  process.stderr.write(`${isKnown ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = isKnown ? 2 : 1;
}
