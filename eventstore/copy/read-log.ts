import { BACKWARDS, END, FORWARDS, type ReadPosition, START } from '@eventstore/db-client';
import type { Connection } from '../connection.ts';
import type { Position } from '../types.ts';
import { belongsTo, type LogRecord, recordOf } from './record.ts';

const pageSize = 500;

/** Position of the newest event in the whole log, of whomever; 0 when there is none. Throws StoreUnavailable. */
export const endOfLog = async (connection: Connection): Promise<Position> => {
  const page = await connection.call(client =>
    Array.fromAsync(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })),
  );
  return Number(page[0]?.event?.position.commit ?? 0);
};

/** The log holds events of others, and is not for us to write to. */
export class ForeignEvents extends Error {}

/**
 * Our part of the log up to a position, that one included, in pages and in the log's order. One page is read
 * ahead. Throws StoreUnavailable; ForeignEvents when asked to refuse what others have written.
 */
export async function* readLog(
  connection: Connection,
  upTo: Position,
  { refuseOthers = false } = {},
): AsyncGenerator<readonly LogRecord[]> {
  const read = (from: ReadPosition) =>
    connection.call(client =>
      Array.fromAsync(client.readAll({ direction: FORWARDS, fromPosition: from, maxCount: pageSize })),
    );
  let seen = -1;
  let next = read(START);
  for (;;) {
    const page = await next;
    const last = page.at(-1)?.event?.position;
    const ended = page.length < pageSize || !last || Number(last.commit) >= upTo;
    if (!ended) {
      next = read(last);
      next.catch(() => undefined);
    }
    const records: LogRecord[] = [];
    for (const { event } of page) {
      const position = Number(event?.position.commit ?? -1);
      if (!event || position <= seen || position > upTo) continue;
      seen = position;
      const owner = belongsTo(event.streamId);
      if (owner === 'us') records.push(recordOf(event));
      if (owner === 'others' && refuseOthers)
        throw new ForeignEvents(`The target holds events of others (stream ${event.streamId}).`);
    }
    if (records.length > 0) yield records;
    if (ended) return;
  }
}
