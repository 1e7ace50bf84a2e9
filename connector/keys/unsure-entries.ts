import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { JournalEntry, JournalRow } from '../inbound/journal-entry.ts';

export type UnsureEntries = {
  /** Their write has failed, or its answer was lost with the connection. */
  readonly failed: (entries: readonly JournalEntry[]) => void;
  /**
   * The rows that a write of entries has stored, and those of its entries that a failed write had stored before: nobody
   * has been given them. Throws what Postgres throws.
   */
  readonly withEarlier: (
    stored: readonly JournalRow[],
    entries: readonly JournalEntry[],
  ) => Promise<readonly JournalRow[]>;
};

const mostRemembered = 1_000;

/** Remembers journal entries that may have been stored although their write failed. */
export const rememberUnsure = (pool: Pool, account: string): UnsureEntries => {
  const unsure = new LRUCache<string, true>({ max: mostRemembered });
  return {
    failed: entries => {
      for (const entry of entries) unsure.set(placeOf(entry), true);
    },
    withEarlier: async (stored, entries) => {
      const asked = entries.filter(entry => !entry.rejected && unsure.has(placeOf(entry)));
      if (asked.length === 0) return stored;
      const { rows } = await pool.query<{ n: number; seq: number }>(text, [
        account,
        asked.map(({ chat }) => chat),
        asked.map(({ participant }) => participant),
        asked.map(({ stanzaId }) => stanzaId),
        asked.map(({ encIndex }) => encIndex),
      ]);
      for (const entry of asked) unsure.delete(placeOf(entry));
      const known = new Set(stored.map(({ seq }) => seq));
      const earlier = rows.filter(({ seq }) => !known.has(seq));
      const found = earlier.flatMap(({ n, seq }) => asked.slice(n - 1, n).map(entry => ({ ...entry, seq })));
      return [...found, ...stored];
    },
  };
};

const placeOf = ({ chat, participant, stanzaId, encIndex }: JournalEntry): string =>
  [chat, participant, stanzaId, encIndex].join(' ');

const text = `
  select e.n::int as n, j.seq::float8 as seq
  from unnest($2::text[], $3::text[], $4::text[], $5::int[])
    with ordinality e (chat, participant, stanza_id, enc_index, n)
  join connector.inbox_journal j using (chat, participant, stanza_id, enc_index)
  where j.account = $1 and not j.handled and not j.waiting and j.problem is null order by j.seq`;
