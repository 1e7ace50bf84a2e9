import type { Pool } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import { wakeChannel } from '../interface/channels.ts';
import { lastWritesEnd } from './last-writes.ts';
import type { Ask } from './session-types.ts';

export type Lease = {
  readonly connectionId: string;
  readonly companyId: string;
  readonly wanted: boolean;
  readonly ask: Ask | null;
  readonly askPosition: number;
  /** Grows each time the lease is taken. */
  readonly epoch: number;
};

/**
 * One holding of a connection's lease, from taking to losing it: what is written in its name is refused as soon as
 * the lease has been taken anew, by whomever.
 */
export type FencingToken = { readonly holder: string; readonly epoch: number };

/** A process among all that may hold a lease. */
export type LeaseHolder = {
  /** Unique to the process. */
  readonly owner: string;
  /** Processes that are known to have ended: what they held is free, however long their leases last. */
  readonly ended: readonly string[];
};

/** Which process may hold a connection's socket: one at a time, for `leaseMs` after it last said so. */
export type Leases = {
  /**
   * Renews what this process goes on holding, takes what is free and needed, and answers all that it now holds. The
   * process that is taken from is told, and what it had asked of Postgres before has ended. What this process held and
   * does not go on with is taken anew, in another epoch.
   */
  readonly hold: (goingOn: readonly string[]) => Promise<Lease[]>;
  readonly release: (connectionIds: readonly string[]) => Promise<void>;
  /** Nothing when the lease has been taken anew since. */
  readonly answered: (connectionId: string, askPosition: number, epoch: number) => Promise<void>;
};

export const leaseMs = 10_000;

/**
 * Another process holds the connection, or nobody does: what was to be written is not. A process that was
 * stopped for a while may still believe in its lease; Postgres knows better.
 */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of this connection is not held any more');
    this.name = 'LeaseLost';
  }
}

/** True in SQL while a fencing token is the newest of a connection; all are expressions, such as parameters. */
export const heldBy = (connection: string, holder: string, epoch: string): string => `exists (
  select from connector.session held
  where held.connection_id = ${connection} and held.lease_owner = ${holder} and held.lease_epoch = ${epoch})`;

/** `most` bounds how many connections the process holds. */
export const openLeases = (
  pool: Pool,
  provider: Provider,
  { owner, ended }: LeaseHolder,
  most = 500,
): Leases => ({
  hold: async goingOn => {
    const { rows } = await pool.query<{
      connection_id: string;
      company_id: string;
      wanted: boolean;
      ask: Ask | null;
      ask_position: number;
      epoch: number;
      former: string | null;
    }>({
      name: 'lease-hold',
      text: `with needed as (
          select connection_id, lease_owner as former from connector.session s
          where provider = $1
            and (lease_owner = $2 or lease_owner is null or lease_until < now() or lease_owner = any($5))
            and (wanted or ask is not null or exists (
              select from connector.inbox_journal j
              where j.account = s.connection_id and not handled and not waiting and problem is null))
          order by lease_owner = $2 desc nulls last, connection_id limit $3
          for update skip locked),
        taken as (
          update connector.session s
          set lease_owner = $2, lease_until = now() + make_interval(secs => $4),
            lease_epoch = lease_epoch
              + case when lease_owner = $2 and s.connection_id = any($6::uuid[]) then 0 else 1 end
          from needed where s.connection_id = needed.connection_id
          returning s.connection_id, company_id, wanted, ask, ask_position, lease_epoch, former)
        select connection_id, company_id, wanted, ask, ask_position::float8 as ask_position,
          lease_epoch::float8 as epoch, former,
          case when former <> $2 then pg_notify($7, 'session ' || connection_id)::text end
        from taken`,
      values: [provider, owner, most, leaseMs / 1000, ended, goingOn, wakeChannel],
    });
    const formers = rows.flatMap(({ former }) => (former === null || former === owner ? [] : former));
    if (formers.length > 0) await lastWritesEnd(pool, [...new Set(formers)]);
    return rows.map(row => ({
      connectionId: row.connection_id,
      companyId: row.company_id,
      wanted: row.wanted,
      ask: row.ask,
      askPosition: row.ask_position,
      epoch: row.epoch,
    }));
  },
  release: async connectionIds => {
    await pool.query(
      `with released as (
         update connector.session set lease_owner = null, lease_until = now()
         where lease_owner = $1 and connection_id = any($2) returning connection_id)
       select pg_notify($3, 'session ' || connection_id) from released`,
      [owner, connectionIds, wakeChannel],
    );
  },
  answered: async (connectionId, askPosition, epoch) => {
    await pool.query(
      `update connector.session set ask = null
       where connection_id = $1 and ask_position = $2 and lease_owner = $3 and lease_epoch = $4`,
      [connectionId, askPosition, owner, epoch],
    );
  },
});
