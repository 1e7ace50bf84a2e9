import type { Pool } from 'pg';
import type { Cipher } from '../keys/cipher.ts';
import { countSettled, noteError } from '../ledger.ts';
import { type Envelope, type JournalRow, journalType } from './journal-entry.ts';

/** The durable list of what has been decrypted and must still reach the inbox. */
export type Journal = {
  /** The oldest unhandled rows of an account, in the order they were decrypted. */
  readonly unhandled: (account: string, limit: number) => Promise<JournalRow[]>;
  /**
   * Remembers that a row is done, and why it is not shown if it is not, and forgets its content. Several at once
   * are one write; a row counts once in the ledger.
   */
  readonly handled: (seq: number, reason: string | null) => Promise<void>;
  /** Sets a row aside that cannot be taken in, with its content, for a person to look at. */
  readonly setAside: (seq: number, problem: string) => Promise<void>;
  /** Drops handled rows that are older than a week. */
  readonly prune: () => Promise<void>;
};

type StoredRow = {
  seq: number;
  chat: string;
  participant: string;
  stanza_id: string;
  enc_index: number;
  attrs: Envelope;
  plain: Buffer;
};

type Settled = { readonly seq: number; readonly reason: string | null };

const handleStatement = `
with settled as (
  update connector.inbox_journal j set handled = true, plain = null
  from unnest($1::bigint[], $2::text[]) done (seq, reason)
  where j.seq = done.seq and not j.handled returning j.account, done.reason)
${countSettled}`;

const asideStatement = `
with settled as (
  update connector.inbox_journal set problem = $2
  where seq = $1 and problem is null returning account, 'set-aside'::text reason),
counted as (${countSettled})
select account from settled`;

export const openJournal = (pool: Pool, cipher: Cipher): Journal => {
  let waiting: Settled[] = [];
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const write = async () => {
    next = undefined;
    const rows = waiting;
    waiting = [];
    try {
      await pool.query({
        name: 'journal-handled',
        text: handleStatement,
        values: [rows.map(({ seq }) => seq), rows.map(({ reason }) => reason)],
      });
    } catch (error) {
      waiting.push(...rows);
      throw error;
    }
  };

  return {
    unhandled: async (account, limit) => {
      const { rows } = await pool.query<StoredRow>(
        `select seq::float8 as seq, chat, participant, stanza_id, enc_index, attrs, plain
         from connector.inbox_journal
         where account = $1 and not handled and problem is null and plain is not null order by seq limit $2`,
        [account, limit],
      );
      return rows.map(row => ({
        seq: row.seq,
        chat: row.chat,
        participant: row.participant,
        stanzaId: row.stanza_id,
        encIndex: row.enc_index,
        attrs: row.attrs,
        plain: cipher.open(row.plain, `${account}/${journalType}/${row.stanza_id}`),
      }));
    },
    handled: (seq, reason) => {
      waiting.push({ seq, reason });
      if (!next) {
        next = writing.then(write);
        writing = next.catch(() => undefined);
      }
      return next;
    },
    setAside: async (seq, problem) => {
      const { rows } = await pool.query<{ account: string }>({
        name: 'journal-aside',
        text: asideStatement,
        values: [seq, problem],
      });
      if (rows[0]) await noteError(pool, rows[0].account, problem);
    },
    prune: async () => {
      await pool.query(
        `delete from connector.inbox_journal where handled and at < now() - interval '7 days'`,
      );
    },
  };
};
