import type { Pool } from 'pg';
import { cleanText } from '#domain/shared/text.ts';
import { together } from '#eventstore/together.ts';
import type { Cipher } from '../keys/cipher.ts';
import { countSettled, noteError } from '../ledger.ts';
import { type Envelope, type JournalRow, journalType, parts } from './journal-entry.ts';

/** The durable list of what has been decrypted and must still reach the inbox. */
export type Journal = {
  /** The oldest unhandled rows of an account, in the order they were decrypted. */
  readonly unhandled: (account: string, limit: number) => Promise<JournalRow[]>;
  /** The same for what the account's phone told of older messages, one at a time. */
  readonly history: (account: string) => Promise<JournalRow | undefined>;
  /**
   * Remembers that a row is done, and why it is not shown if it is not, and forgets its content. What is done within a
   * fifth of a second of each other is one write, by which the promise resolves; until then no reading here gives the
   * row out again, and after a crash it is taken in once more. A row counts once in the ledger. With it the secret of its
   * message is kept, by which later changes of the message are opened.
   */
  readonly handled: (seq: number, reason: string | null, secret?: MessageSecret) => Promise<void>;
  /** The secret of a message that was taken in; undefined when it had none, or is too old. */
  readonly secretOf: (messageId: string) => Promise<Buffer | undefined>;
  /** Writes at once which rows are done; once, also when that fails. */
  readonly close: () => Promise<void>;
  /** The placeholder of a message that could not be decrypted is shown; the row waits for the content. */
  readonly awaitContent: (seq: number) => Promise<void>;
  /** Sets a row aside that cannot be taken in, with its content: it counts as rejected until it is tried again. */
  readonly setAside: (seq: number, problem: string) => Promise<void>;
  /** What was set aside of an account is unhandled again, and not counted as rejected any more. */
  readonly retryAside: (account: string) => Promise<void>;
  /** Drops handled rows that are older than a week. */
  readonly prune: () => Promise<void>;
};

/** `value` is base64. */
export type MessageSecret = { readonly messageId: string; readonly value: string };

type StoredRow = {
  seq: number;
  chat: string;
  participant: string;
  stanza_id: string;
  enc_index: number;
  attrs: Envelope;
  plain: Buffer | null;
};

/** Phones edit for minutes; events are changed until they are over. */
const secretDays = 60;

/** Between two writes of what is done. */
const restMs = 200;

type Handled = {
  readonly seq: number;
  readonly reason: string | null;
  readonly secret: MessageSecret | undefined;
};

const handleStatement = `
with settled as (
  update connector.inbox_journal j set handled = true, plain = null
  from unnest($1::bigint[], $2::text[], $3::uuid[], $4::bytea[]) done (seq, reason, message_id, sealed)
  where j.seq = done.seq and not j.handled returning j.account, done.reason, done.message_id, done.sealed),
secrets as (
  insert into connector.message_secret (message_id, connection_id, sealed)
  select message_id, account, sealed from settled where message_id is not null on conflict do nothing)
${countSettled}`;

const asideStatement = `
with settled as (
  update connector.inbox_journal set problem = $2, aside_day = (now() at time zone 'utc')::date
  where seq = $1 and problem is null and not handled returning account, 'set-aside'::text reason),
counted as (${countSettled})
select account from settled`;

const retryStatement = `
with aside as (
  select seq, aside_day as day from connector.inbox_journal
  where account = $1 and problem is not null and not handled for update),
again as (update connector.inbox_journal j set problem = null, aside_day = null from aside where j.seq = aside.seq)
update connector.ledger l set rejected = l.rejected ||
  jsonb_build_object('set-aside', greatest(0, coalesce((l.rejected ->> 'set-aside')::int, 0) - days.n))
from (select day, count(*)::int n from aside group by day) days
where l.connection_id = $1 and l.day = days.day`;

export const openJournal = (pool: Pool, cipher: Cipher): Journal => {
  const done = together<Handled, void>({
    ...{ restMs, keyOf: ({ seq }) => seq, keepsFailed: true },
    write: async rows => {
      await pool.query({
        name: 'journal-handled',
        text: handleStatement,
        values: [
          rows.map(({ seq }) => seq),
          rows.map(({ reason }) => reason),
          rows.map(({ secret }) => secret?.messageId ?? null),
          rows.map(
            ({ secret }) => secret && cipher.seal(Buffer.from(secret.value, 'base64'), placeOf(secret)),
          ),
        ],
      });
    },
  });

  const placeOf = ({ messageId }: Pick<MessageSecret, 'messageId'>) => `${messageId}/message-secret`;

  const setAside = async (seq: number, problem: string) => {
    const { rows } = await pool.query<{ account: string }>({
      name: 'journal-aside',
      text: asideStatement,
      values: [seq, cleanText(problem)],
    });
    if (rows[0]) await noteError(pool, rows[0].account, 'set-aside');
  };

  /** A row that does not open under our key must not hold up the others. */
  const open = async (account: string, row: StoredRow): Promise<JournalRow[]> => {
    const { seq, chat, participant, stanza_id: stanzaId, enc_index: encIndex, attrs } = row;
    try {
      const plain = row.plain && cipher.open(row.plain, `${account}/${journalType}/${stanzaId}`);
      return [{ seq, chat, participant, stanzaId, encIndex, attrs, plain }];
    } catch {
      await setAside(seq, 'does not open');
      return [];
    }
  };

  const read = async (account: string, limit: number, which: 'chats' | 'history'): Promise<JournalRow[]> => {
    await done.flush();
    const { rows } = await pool.query<StoredRow>(
      `select seq::float8 as seq, chat, participant, stanza_id, enc_index, attrs, plain
       from connector.inbox_journal
       where account = $1 and not handled and not waiting and problem is null
         and (enc_index = ${parts.history}) = $3 order by seq limit $2`,
      [account, limit, which === 'history'],
    );
    const opened: JournalRow[] = [];
    for (const row of rows) opened.push(...(await open(account, row)));
    return rows.length > 0 && opened.length === 0 ? read(account, limit, which) : opened;
  };

  return {
    unhandled: (account, limit) => read(account, limit, 'chats'),
    history: async account => (await read(account, 1, 'history'))[0],
    handled: (seq, reason, secret) => done.add({ seq, reason, secret }),
    secretOf: async messageId => {
      await done.flush();
      const { rows } = await pool.query<{ sealed: Buffer }>({
        name: 'message-secret',
        text: 'select sealed from connector.message_secret where message_id = $1',
        values: [messageId],
      });
      return rows[0] && cipher.open(rows[0].sealed, placeOf({ messageId }));
    },
    close: done.flush,
    awaitContent: async seq => {
      const text = 'update connector.inbox_journal set waiting = true where seq = $1 and not handled';
      await pool.query({ name: 'journal-waiting', text, values: [seq] });
    },
    retryAside: async account => {
      await pool.query(retryStatement, [account]);
    },
    setAside,
    prune: async () => {
      await pool.query(
        `delete from connector.inbox_journal where handled and at < now() - interval '7 days'`,
      );
      await pool.query(
        `delete from connector.message_secret where at < now() - interval '${secretDays} days'`,
      );
    },
  };
};
