import type { ClientBase } from 'pg';
import type { Batch, EventStore, Position } from '../types.ts';

declare const sure: unique symbol;
/**
 * A position behind which a follower may go on: an event stands there, or it is 0. A number in a table is none before
 * `readSure` has looked at it.
 */
export type SurePosition = Position & { readonly [sure]: true };

/** How far a batch leads: an event store gives out no other positions. */
export const sureOf = ({ position }: Pick<Batch, 'position'>): SurePosition => position as SurePosition;

/**
 * The row in which a follower keeps how far it has come. Beside `position` it has `event_position`, which every version
 * writes with it that keeps only positions of events. Earlier versions wrote `position` alone, and could write a place in
 * front of an event that was not written yet: whatever they have written is taken for such a place.
 */
export type PositionRow = {
  readonly table: string;
  /** Which of its rows; all where it has one. */
  readonly where?: string;
  readonly values?: readonly unknown[];
};

/** For the table of such rows, in a numbered step. */
export const addEventPosition = (table: string): string =>
  `alter table ${table} add column if not exists event_position bigint;`;

/** Whether a row's position is that of an event, in SQL. */
export const isSure = '(position = 0 or event_position is not distinct from position)';

/** How far a row's follower is done, in SQL: for comparing, since one cannot always go on behind it. */
export const doneUpTo = `(case when ${isSure} then position else position - 1 end)`;

export type Read = {
  readonly position: SurePosition;
  /** It was put back to the event before it, so that the event there is given out for the first time, or again. */
  readonly isPutBack: boolean;
};

/**
 * Reads where a follower goes on, and locks the row until the caller's transaction ends. A position that an earlier
 * version wrote is put back to the last event before it. Undefined where there is no row. Throws LogCutShort where the
 * log ends before such a position, StoreUnavailable.
 */
export const readSure = async (
  client: Pick<ClientBase, 'query'>,
  store: Pick<EventStore, 'lastBefore'>,
  { table, where = 'true', values = [] }: PositionRow,
): Promise<Read | undefined> => {
  const { rows } = await client.query<{ position: number; sure: boolean }>(
    `select position::float8 as position, ${isSure} as sure from ${table} where ${where} for update`,
    [...values],
  );
  const [row] = rows;
  if (!row || row.sure) return row && { position: row.position as SurePosition, isPutBack: false };
  const position = (await store.lastBefore(row.position)) as SurePosition;
  const place = `$${values.length + 1}::bigint`;
  await client.query(`update ${table} set position = ${place}, event_position = ${place} where ${where}`, [
    ...values,
    position,
  ]);
  return { position, isPutBack: true };
};
