import type { ClientBase } from 'pg';
import { projections } from '#projections/projections.ts';
import { runnerLock } from '#projections/runner.ts';
import { ConfigError } from '../config.ts';

/**
 * Makes sure that no service folds the log into this database, and keeps it so until the open transaction ends.
 * @throws {ConfigError} that names the database by the option or variable it was given by.
 */
export const mustStandStill = async (client: ClientBase, givenBy: string): Promise<void> => {
  for (const { name } of projections) {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
      [runnerLock(name)],
    );
    if (!rows[0]?.free)
      throw new ConfigError(`Balcão still runs on the database of ${givenBy}: stop it, and try again.`);
  }
};
