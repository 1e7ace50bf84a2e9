import type { Pool } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import { mayBeTried } from '#eventstore/parking/set-aside.ts';
import type { Cipher } from '../keys/cipher.ts';
import type { AwaitedFile } from './remote-file.ts';

export type Download = {
  readonly messageId: string;
  readonly connectionId: string;
  readonly companyId: string;
  /** Tries that failed. */
  readonly tries: number;
  /** How often somebody has asked for it to be tried again. */
  readonly asked: number;
  /** Null when it is not known any more where the file was. */
  readonly awaited: AwaitedFile | null;
};

/** Files of messages that are still to be had, and those that could not be had. */
export type Downloads = {
  /** A message that has been taken in has a file. Not `wanted`, it is got once somebody asks for it. Idempotent. */
  readonly note: (
    download: Pick<Download, 'messageId' | 'connectionId' | 'companyId'> & {
      readonly awaited: AwaitedFile;
      readonly wanted: boolean;
    },
  ) => Promise<void>;
  /** Those that are due, except these: of connections whose session is here or nowhere. */
  readonly due: (limit: number, except: readonly string[]) => Promise<Download[]>;
  /** Milliseconds until the next one is due; undefined when none is waiting. */
  readonly nextInMs: () => Promise<number | undefined>;
  /** The phone has given it to WhatsApp anew. */
  readonly moved: (messageId: string, awaited: AwaitedFile) => Promise<void>;
  readonly later: (messageId: string, afterMs: number, error: string) => Promise<void>;
  /** It cannot be had, unless somebody has asked for it again since it was begun. */
  readonly failed: (download: Pick<Download, 'messageId' | 'asked'>, reason: string) => Promise<void>;
  readonly done: (messageId: string) => Promise<void>;
  /** Forgets files that nobody has asked for again for two months: WhatsApp has them no more. */
  readonly prune: () => Promise<void>;
};

type Row = {
  message_id: string;
  connection_id: string;
  company_id: string;
  tries: number;
  asked: number;
  sealed: Buffer | null;
};

export const openDownloads = (
  pool: Pool,
  cipher: Cipher,
  {
    provider,
    owner,
    worker,
  }: { readonly provider: Provider; readonly owner: string; readonly worker: string },
): Downloads => {
  const place = (messageId: string) => `${messageId}/media-download`;
  /** What does not open is not known any more. */
  const awaitedIn = (messageId: string, sealed: Buffer): AwaitedFile | null => {
    try {
      return JSON.parse(cipher.open(sealed, place(messageId)).toString());
    } catch {
      return null;
    }
  };
  const seal = (messageId: string, awaited: AwaitedFile) =>
    cipher.seal(JSON.stringify(awaited), place(messageId));
  return {
    note: async ({ messageId, connectionId, companyId, awaited, wanted }) => {
      await pool.query({
        name: 'download-note',
        text: `insert into connector.media_download (message_id, connection_id, company_id, sealed, state)
               select $1, $2, $3, $4, $5
               where not exists (select from connector.erased_message where message_id = $1)
               on conflict (message_id) do update set state = excluded.state, next_try_at = now()
               where excluded.state = 'waiting' and media_download.state = 'failed' and media_download.error is null`,
        values: [messageId, connectionId, companyId, seal(messageId, awaited), wanted ? 'waiting' : 'failed'],
      });
    },
    due: async (limit, except) => {
      const { rows } = await pool.query<Row>({
        name: 'download-due',
        text: dueText,
        values: [provider, owner, limit, except, worker],
      });
      return rows.map(row => ({
        messageId: row.message_id,
        connectionId: row.connection_id,
        companyId: row.company_id,
        tries: row.tries,
        asked: row.asked,
        awaited: row.sealed && awaitedIn(row.message_id, row.sealed),
      }));
    },
    nextInMs: async () => {
      const { rows } = await pool.query<{ ms: number | null }>({
        name: 'download-next',
        text: `select extract(epoch from min(next_try_at) - now())::float8 * 1000 as ms
               from connector.media_download d where state = 'waiting' and ${mayBeTried('$1', 'd.message_id::text')}`,
        values: [worker],
      });
      return rows[0]?.ms ?? undefined;
    },
    moved: async (messageId, awaited) => {
      await pool.query('update connector.media_download set sealed = $2 where message_id = $1', [
        messageId,
        seal(messageId, awaited),
      ]);
    },
    later: async (messageId, afterMs, error) => {
      await pool.query(
        `update connector.media_download set tries = tries + 1, error = $3,
           next_try_at = now() + make_interval(secs => $2::float8 / 1000)
         where message_id = $1`,
        [messageId, afterMs, error],
      );
    },
    failed: async ({ messageId, asked }, reason) => {
      await pool.query(
        `update connector.media_download set state = 'failed', error = $2, next_try_at = now()
         where message_id = $1 and asked = $3`,
        [messageId, reason, asked],
      );
    },
    done: async messageId => {
      await pool.query('delete from connector.media_download where message_id = $1', [messageId]);
    },
    prune: async () => {
      await pool.query(
        `delete from connector.media_download
         where state = 'failed' and next_try_at < now() - interval '60 days'`,
      );
    },
  };
};

const dueText = `
  select d.message_id, d.connection_id, d.company_id, d.tries, d.asked, d.sealed
  from connector.media_download d join connector.session s on s.connection_id = d.connection_id
  where d.state = 'waiting' and d.next_try_at <= now() and s.provider = $1
    and (s.lease_owner = $2 or s.lease_until is null or s.lease_until < now())
    and d.message_id <> all($4::uuid[]) and ${mayBeTried('$5', 'd.message_id::text')}
  order by d.next_try_at limit $3`;
