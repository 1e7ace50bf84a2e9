import type pg from 'pg';
import { openClient } from '#eventstore/database/pool.ts';
import { migrate } from '#projections/migrate.ts';
import { ConfigError } from '../config.ts';
import { furthestPosition, openTranslation } from './positions.ts';
import { derivedSchemas } from './schemas.ts';
import { mustStandStill } from './standstill.ts';

/** The database that is to follow a copy, and how far the log that is copied may have been read. */
export type ToFollow = { readonly databaseUrl: string; readonly target: string; readonly reach: number };

export type Following = {
  readonly add: (was: number, becomes: number) => Promise<void>;
  /** Puts every remembered position to that of the copy, and empties the read models. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const noteOf = (target: string) => `positions follow the log at ${target}`;

/**
 * Makes the services' tables follow a copy of the log. All in one transaction, and once: a database that follows
 * that target already is refused, for its positions would be translated twice.
 * @throws {ConfigError} when the product still runs on the database, when it follows the target already, or when it
 * has read more than the log that is copied holds.
 */
export const openFollowing = async ({ databaseUrl, target, reach }: ToFollow): Promise<Following> => {
  const client = openClient(databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await mustStandStill(client, '--database');
    await mustFollowAnother(client, target);
    await mustBeReached(client, reach);
    const { add, apply } = await openTranslation(client);
    return {
      add,
      finish: async () => {
        await apply();
        await client.query(`comment on schema connector is ${client.escapeLiteral(noteOf(target))}`);
        for (const schema of derivedSchemas)
          await client.query(`drop schema if exists ${client.escapeIdentifier(schema)} cascade`);
        await client.query('commit');
        await migrate(databaseUrl);
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
};

const mustFollowAnother = async (client: pg.Client, target: string): Promise<void> => {
  const { rows } = await client.query<{ note: string | null }>(
    `select obj_description(to_regnamespace('connector')::oid, 'pg_namespace') as note
     where to_regnamespace('connector') is not null`,
  );
  if (rows.length === 0) throw new ConfigError('The database of --database is not one of Balcão.');
  if (rows[0]?.note === noteOf(target))
    throw new ConfigError(`The database follows the log at ${target} already: start the product with it.`);
};

const mustBeReached = async (client: pg.Client, reach: number): Promise<void> => {
  const furthest = await furthestPosition(client);
  if (furthest <= reach) return;
  throw new ConfigError(
    `The services have read up to position ${furthest}, and the log of --from goes no further than ${reach}: events are missing, or it is another log. Nothing was copied.`,
  );
};
