import { openPool } from '#eventstore/database/pool.ts';
import { openPersonKeys } from '#eventstore/person-keys/postgres.ts';
import { openSigningKey, type SigningKey } from '#eventstore/person-keys/signing-key.ts';
import { WrongMasterKey } from '#eventstore/person-keys/wrapping.ts';
import type { PersonKeyring } from '#eventstore/person-keys.ts';
import { type Config, ConfigError, required } from './config.ts';
import { loadSecrets } from './secrets.ts';

export type ServiceKeys = {
  readonly keys: PersonKeyring;
  /** The key that checkpoints of the history are signed with, made on the first call. */
  readonly signingKey: () => Promise<SigningKey>;
  readonly close: () => Promise<void>;
};

type KeyLog = { readonly warn: (details: object, message: string) => void };

/**
 * The keys of people for a service, over two connections of their own to the database.
 * @throws {ConfigError} when PERSONAL_KEY is not the one of this installation.
 */
export const openServiceKeys = async (
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log?: KeyLog,
): Promise<ServiceKeys> => {
  const pool = openPool(
    {
      connectionString: required(config, 'databaseUrl'),
      ...{ max: 2, application_name: 'person-keys' },
      ...{ connectionTimeoutMillis: 5_000, query_timeout: 10_000 },
    },
    log,
  );
  try {
    const masterKey = loadSecrets(config.dataDir).personalKey;
    const keys = await openPersonKeys({ pool, masterKey });
    return { keys, signingKey: () => openSigningKey(pool, masterKey), close: () => pool.end() };
  } catch (error) {
    await pool.end();
    if (error instanceof WrongMasterKey) throw new ConfigError(error.message);
    throw error;
  }
};
