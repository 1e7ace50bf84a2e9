import pg from 'pg';
import { migrate } from '#projections/migrate.ts';
import { ConfigError } from '../config.ts';
import { openTranslation } from './positions.ts';
import { derivedSchemas } from './schemas.ts';
import { mustStandStill } from './standstill.ts';

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
 * @throws {ConfigError} when the product still runs on the database, or when it follows the target already.
 */
export const openFollowing = async (databaseUrl: string, target: string): Promise<Following> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await mustStandStill(client, '--database');
    await mustFollowAnother(client, target);
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
