import { openPool } from '#eventstore/database/pool.ts';
import { rewrapPersonKeys } from '#eventstore/person-keys/migrate.ts';
import { WrongMasterKey } from '#eventstore/person-keys/wrapping.ts';
import { ConfigError, readConfig, readVariable, required } from './config.ts';
import { helpIfAsked } from './help.ts';
import { loadSecrets } from './secrets.ts';

helpIfAsked(
  'Usage: node start/rewrap-keys.ts\nWraps the keys of people under NEW_PERSONAL_KEY instead of PERSONAL_KEY; see docs/operations.md.',
);

// One-shot: wraps the keys of people under NEW_PERSONAL_KEY instead of PERSONAL_KEY. docs/operations.md.
const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const to = readVariable(process.env, 'NEW_PERSONAL_KEY');
  if (!to || Buffer.from(to, 'base64').length !== 32)
    throw new ConfigError(
      'NEW_PERSONAL_KEY is not 32 bytes as base64: make one with "openssl rand -base64 32".',
    );
  const pool = openPool({ connectionString: required(config, 'databaseUrl'), max: 1 });
  try {
    const from = loadSecrets(config.dataDir).personalKey;
    const count = await rewrapPersonKeys(pool, { from, to });
    process.stdout.write(
      `${count} keys are encrypted with the new key: start with PERSONAL_KEY set to it, and keep it in a safe place.\n`,
    );
  } finally {
    await pool.end();
  }
};

try {
  await run();
} catch (error) {
  const known = error instanceof ConfigError || error instanceof WrongMasterKey;
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = known ? 2 : 1;
}
