import type { Client } from 'pg';
import { openClient } from '#eventstore/database/pool.ts';

/** Names that this process holds and no other, on a line of their own: they are free as soon as it dies. */
export type Locks = {
  /** False when somebody else holds it. */
  readonly take: (name: string) => Promise<boolean>;
  readonly give: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export const openLocks = (databaseUrl: string): Locks => {
  let line: Promise<Client> | undefined;
  const lost = () => {
    line = undefined;
  };
  const open = async () => {
    const client = openClient({ connectionString: databaseUrl, application_name: 'connector media' });
    client.on('error', lost);
    client.on('end', lost);
    await client.connect();
    return client;
  };
  const connected = () => {
    line ??= open().catch(error => {
      lost();
      throw error;
    });
    return line;
  };
  return {
    take: async name => {
      const { rows } = await (await connected()).query<{ taken: boolean }>(
        `select pg_try_advisory_lock(${key}) as taken`,
        [name],
      );
      return rows[0]?.taken === true;
    },
    give: async name => {
      const client = await line?.catch(() => undefined);
      await client?.query(`select pg_advisory_unlock(${key})`, [name]).catch(() => undefined);
    },
    close: async () => {
      const client = await line?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
};

const key = "hashtextextended('media-download ' || $1, 0)";
