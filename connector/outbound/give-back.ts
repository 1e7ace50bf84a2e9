import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { noteError } from '../ledger.ts';
import { persistently } from '../retry.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import type { Outcomes } from './outcomes.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly outbox: Pick<Outbox, 'putBack' | 'settle'>;
  readonly outcomes: Outcomes;
  readonly connectionId: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
};
type Try = {
  /** What hindered it was no fault of the row's: it may be tried for ever. */
  readonly forgiven: boolean;
  /** It may have gone out. */
  readonly uncertain: boolean;
};

const mostTries = 5;

/**
 * Puts a row back for its next try, or fails it after the last one. What the log cannot be told of is left out, so that
 * nothing else waits for it. Rejects when Postgres refuses, or the signal has aborted.
 */
export const createGiveBack = ({ pool, outbox, outcomes, connectionId, log, signal }: Dependencies) => {
  const surely = <T>(work: () => Promise<T>) => persistently(work, { signal });

  const giveBack = async (row: OutboxRow, { forgiven, uncertain }: Try): Promise<void> => {
    if (row.tries >= mostTries && !forgiven) {
      await outcomes.refused(row, uncertain ? 'no-answer' : 'ERR_SENDING_WAPP_MSG');
      return;
    }
    if (uncertain) await outcomes.unconfirmed(row);
    await outbox.putBack(row, { tried: true, uncertain });
  };

  return (row: OutboxRow, how: Try): Promise<void> =>
    surely(() => giveBack(row, how)).catch(async error => {
      signal.throwIfAborted();
      log.error({ err: error, waId: row.waId }, 'the log cannot be told of a message, which is left out');
      await noteError(pool, connectionId, 'ERR_SENDING_WAPP_MSG');
      await surely(() => outbox.settle(row, 'failed'));
    });
};
