import type { Pool } from 'pg';
import { ifThere } from './if-there.ts';

/** Connections that should be online and that no connector holds. */
export type Unattended = {
  /** The provider whose connector is gone. */
  readonly connector: string;
  readonly connections: number;
  /** Since the last lease of the longest unattended ended. */
  readonly seconds: number;
};

/** A connector that is there takes what is free within this time. */
const takenWithinSeconds = 3;

const unattended = `
  select provider as connector, count(*)::int as connections,
    round(extract(epoch from now() - min(coalesce(lease_until, updated_at))))::int as seconds
  from connector.session
  where wanted and provider = any($1)
    and coalesce(lease_until, updated_at) < now() - make_interval(secs => ${takenWithinSeconds})
  group by provider order by provider`;

/** Which of the providers' connectors are gone: empty when each connection that is wanted online is held. */
export const findUnattended = (pool: Pool, providers: readonly string[]): Promise<readonly Unattended[]> =>
  ifThere<Unattended>(pool, unattended, [providers]);

/**
 * How many failures within the WhatsApp library nobody heard, by provider: requests of sockets that had ended, mostly.
 */
export const unhandledRejections = (
  pool: Pool,
): Promise<readonly { readonly connector: string; readonly failures: number }[]> =>
  ifThere(pool, 'select provider as connector, failures::float8 as failures from connector.unheard', []);

const importedHistory = -4;

const oldestUnopened = `
  select greatest(0, extract(epoch from now() - min(at)))::float8 as seconds from connector.inbox_journal
  where not handled and not waiting and problem is null and enc_index <> ${importedHistory}`;

/**
 * How many seconds ago the oldest message came that is decrypted and not yet in the inbox; 0 when there is none. What
 * waits at WhatsApp is not known, nor counts what waits for a content that can be read, is set aside, or is history.
 */
export const oldestUnopenedSeconds = async (pool: Pool): Promise<number> =>
  (await ifThere<{ seconds: number | null }>(pool, oldestUnopened, []))[0]?.seconds ?? 0;
