import type { Pool } from 'pg';
import type { Cipher } from '../keys/cipher.ts';
import { type Envelope, type JournalRow, journalType } from './journal-entry.ts';

/** The durable list of what has been decrypted and must still reach the inbox. */
export type Journal = {
  /** The oldest unhandled rows of an account, in the order they were decrypted. */
  readonly unhandled: (account: string, limit: number) => Promise<JournalRow[]>;
  /** Remembers that a row is done, and forgets its content. Several at once are one write. */
  readonly handled: (seq: number) => Promise<void>;
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

export const openJournal = (pool: Pool, cipher: Cipher): Journal => {
  let waiting: number[] = [];
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const write = async () => {
    next = undefined;
    const seqs = waiting;
    waiting = [];
    try {
      await pool.query({
        name: 'journal-handled',
        text: 'update connector.inbox_journal set handled = true, plain = null where seq = any($1)',
        values: [seqs],
      });
    } catch (error) {
      waiting.push(...seqs);
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
    handled: seq => {
      waiting.push(seq);
      if (!next) {
        next = writing.then(write);
        writing = next.catch(() => undefined);
      }
      return next;
    },
    setAside: async (seq, problem) => {
      await pool.query('update connector.inbox_journal set problem = $2 where seq = $1', [seq, problem]);
    },
    prune: async () => {
      await pool.query(
        `delete from connector.inbox_journal where handled and at < now() - interval '7 days'`,
      );
    },
  };
};
