import type { Pool } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import { wakeChannel } from '../wake-listener.ts';
import type { Ask } from './session-types.ts';

export type Lease = {
  readonly connectionId: string;
  readonly companyId: string;
  readonly wanted: boolean;
  readonly ask: Ask | null;
  readonly askPosition: number;
};

/** Which process may hold a connection's socket: one at a time, for `leaseMs` after it last said so. */
export type Leases = {
  /** Renews what this process holds, takes what is free and needed, and answers all that it now holds. */
  readonly hold: () => Promise<Lease[]>;
  readonly release: (connectionIds: readonly string[]) => Promise<void>;
  readonly answered: (connectionId: string, askPosition: number) => Promise<void>;
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

/** True in SQL while a process holds a connection; both are expressions, such as parameters. */
export const heldBy = (connection: string, holder: string): string => `exists (
  select from connector.session held where held.connection_id = ${connection} and held.lease_owner = ${holder})`;

/** `owner` is unique to this process; `most` bounds how many connections it holds. */
export const openLeases = (pool: Pool, provider: Provider, owner: string, most = 500): Leases => ({
  hold: async () => {
    const { rows } = await pool.query<{
      connection_id: string;
      company_id: string;
      wanted: boolean;
      ask: Ask | null;
      ask_position: number;
    }>({
      name: 'lease-hold',
      text: `with needed as (
          select connection_id from connector.session s
          where provider = $1 and (lease_owner = $2 or lease_owner is null or lease_until < now())
            and (wanted or ask is not null or exists (
              select from connector.inbox_journal j
              where j.account = s.connection_id and not handled and not waiting and problem is null))
          order by lease_owner = $2 desc nulls last, connection_id limit $3
          for update skip locked)
        update connector.session s
        set lease_owner = $2, lease_until = now() + make_interval(secs => $4)
        from needed where s.connection_id = needed.connection_id
        returning s.connection_id, company_id, wanted, ask, ask_position::float8 as ask_position`,
      values: [provider, owner, most, leaseMs / 1000],
    });
    return rows.map(row => ({
      connectionId: row.connection_id,
      companyId: row.company_id,
      wanted: row.wanted,
      ask: row.ask,
      askPosition: row.ask_position,
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
  answered: async (connectionId, askPosition) => {
    await pool.query(
      'update connector.session set ask = null where connection_id = $1 and ask_position = $2',
      [connectionId, askPosition],
    );
  },
});
