import type { ClientBase, Pool, PoolClient } from 'pg';

/** A transaction that somebody else has begun and ends: what is done in it is done as a whole, or not at all. */
export class OpenTransaction {
  readonly client: ClientBase;
  constructor(client: ClientBase) {
    this.client = client;
  }
}

type Held = {
  readonly client: PoolClient;
  /** Why the connection broke, when it did. */
  readonly broken: () => Error | undefined;
  /** The connection is not to be used again. */
  readonly discard: (why: Error) => void;
};

/** Runs `work` on a connection of its own. One that broke, or was discarded, is not used again. */
export const onConnection = async <Result>(
  pool: Pool,
  work: (held: Held) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  const discard = (why: Error) => {
    broken ??= why;
  };
  client.on('error', discard);
  try {
    return await work({ client, broken: () => broken, discard });
  } finally {
    client.release(broken);
    client.off('error', discard);
  }
};

/**
 * Runs `work` in a transaction on a connection of its own and commits what it did; an error rolls back and is
 * thrown on. A connection that cannot even roll back is not used again. One that breaks between two statements
 * (Postgres ends a transaction that was idle for too long, as in a paused process) throws why it broke.
 */
export const inTransaction = <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> =>
  onConnection(pool, async ({ client, broken, discard }) => {
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      const why = broken() ?? error;
      await client.query('rollback').catch(discard);
      throw why;
    }
  });

/** The same, or `work` in a transaction that is open already, and stays so. */
export const wholly = <Result>(
  target: Pool | OpenTransaction,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> => (target instanceof OpenTransaction ? work(target.client) : inTransaction(target, work));
