import type { Recorded } from '#eventstore/types.ts';
import { openMemoryTables } from '../../kit/memory.ts';
import { isoInstant, type RowOf } from '../../kit/table.ts';
import { historyTable, noteTable } from '../history-tables.ts';
import { erasedMessage, messageTable } from '../message-table.ts';
import { inbox } from '../projection.ts';
import { ticketTable } from '../ticket-tables.ts';

export type PastMessage = RowOf<typeof messageTable>;
export type PastTicket = {
  /** Undefined where it was not there yet, or no more. */
  readonly ticket: RowOf<typeof ticketTable> | undefined;
  /** Those left at it, the newest first. */
  readonly notes: readonly RowOf<typeof noteTable>[];
  /** The oldest first. */
  readonly history: readonly RowOf<typeof historyTable>[];
  readonly messages: ReadonlyMap<string, PastMessage>;
};

/**
 * What the inbox made of these events up to an instant (ISO), that of the instant included: by its own folds, in
 * memory. Events of one ticket and of its messages, in any order.
 */
export const pastOf = (events: readonly Recorded[], at: string): PastTicket => {
  const tables = openMemoryTables(inbox);
  tables.apply(
    events
      .filter(({ metadata }) => isoInstant(metadata.at) <= at)
      .toSorted((one, other) => one.position - other.position),
  );
  const [ticket] = tables.rows(ticketTable);
  return {
    ticket,
    notes: tables.rows(noteTable).toSorted((one, other) => other.placed - one.placed),
    history: tables.rows(historyTable).toSorted((one, other) => one.placed - other.placed),
    messages: new Map(tables.rows(messageTable).map(row => [row.id, row])),
  };
};

/** What the message is now that its writer was erased. */
export const asErased = (row: PastMessage): PastMessage => ({ ...row, ...erasedMessage });

/** Without what it said: for who may not read what was taken back since. */
export const withoutWords = (row: PastMessage): PastMessage => ({
  ...row,
  ...{ body: '', sought: '', parts: null, mentions: null, reactions: [], changes: [] },
});

/** Without its file: what was deleted since has none any more. */
export const withoutFile = (row: PastMessage): PastMessage => ({ ...row, file: 'none', media: null });
