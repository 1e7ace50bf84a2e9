import { BACKWARDS, END } from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import { exposed, placeUpTo } from './embedded/log-types.ts';
import { LogCutShort, type Position } from './types.ts';

const lookedAt = 8;
/**
 * A server that counts bytes may tell a checkpoint behind its last event, where no event is: at most where its next
 * file begins.
 */
const betweenFiles = 256 * 1024 * 1024;

/** Of the embedded node, which tells no position behind its last event. */
const isOfNode = (position: Position): boolean => exposed(placeUpTo(position)) === position;

/**
 * Where the newest event stands, of whomever, 0 when there is none; and how far one may have read. Throws
 * StoreUnavailable and StoreRefused.
 */
export const readLogEnd = async (
  connection: Connection,
): Promise<{ readonly last: Position; readonly reach: Position }> => {
  const newest = await connection.call(client =>
    Array.fromAsync(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: lookedAt })),
  );
  const positions = newest.map(({ event }) => Number(event?.position.commit ?? 0));
  const last = positions[0] ?? 0;
  return { last, reach: positions.every(isOfNode) ? last : last + betweenFiles };
};

/** Throws LogCutShort for a position that the log does not reach any more, and StoreUnavailable. */
export const mustReach = async (connection: Connection, position: Position): Promise<void> => {
  const { last, reach } = await readLogEnd(connection);
  if (position > reach) throw new LogCutShort(last, position);
};

/**
 * Position of the last event in front of a place, of whomever; 0 when there is none. An event stands there, is still to
 * be written there, or the log's next file begins there. Throws LogCutShort where the log does not reach that far any
 * more, StoreUnavailable and StoreRefused.
 */
export const lastBefore = async (connection: Connection, place: number): Promise<Position> => {
  const { last, reach } = await readLogEnd(connection);
  const next = exposed(placeUpTo(last) + 1);
  if (place > Math.max(reach, next)) throw new LogCutShort(last, place);
  // A node that is behind the others may not have the place yet.
  if (place > last) return last;
  const at = BigInt(place);
  const fromPosition = { commit: at, prepare: at };
  const [before] = await connection.call(client =>
    Array.fromAsync(client.readAll({ direction: BACKWARDS, fromPosition, maxCount: 1 })),
  );
  return Number(before?.event?.position.commit ?? 0);
};
