import type { SignalDataSet } from '@whiskeysockets/baileys';
import { type JournalEntry, type JournalRow, journalType } from '../inbound/journal-entry.ts';

/** A key as it is stored from now on: '' when it goes. */
export type Change = { readonly type: string; readonly id: string; readonly text: string };

/** A row for each journalled entry, at least one; without `seq` where nothing was journalled. */
export type Stored = {
  readonly held: boolean;
  readonly seq?: number | null;
  readonly chat: string;
  readonly participant: string;
  readonly stanza_id: string;
  readonly enc_index: number;
};

/** What is to be changed among the keys and what is to be journalled, as texts by `write`; '' for what goes. */
export const sorted = (data: SignalDataSet, write: (value: unknown) => string) => {
  const changes: Change[] = [];
  const entries: JournalEntry[] = [];
  for (const [type, values] of Object.entries(data)) {
    for (const [id, value] of Object.entries(values)) {
      if (type === journalType) entries.push(value as unknown as JournalEntry);
      else changes.push({ type, id, text: value === null || value === undefined ? '' : write(value) });
    }
  }
  return { changes, entries };
};

/** The entries that were journalled, with their places. */
export const rowsOf = (entries: readonly JournalEntry[], stored: readonly Stored[]): JournalRow[] =>
  stored.flatMap(row => {
    const { seq } = row;
    if (seq === null || seq === undefined) return [];
    const entry = entries.find(
      each =>
        each.stanzaId === row.stanza_id &&
        each.chat === row.chat &&
        each.participant === row.participant &&
        each.encIndex === row.enc_index,
    );
    return entry ? [{ ...entry, seq }] : [];
  });
