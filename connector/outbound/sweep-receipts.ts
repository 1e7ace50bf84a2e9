import type { Logger } from 'pino';
import type { IndexedMessage } from '../inbound/message-index.ts';
import { persistently } from '../retry.ts';
import type { Receipt } from './receipt.ts';
import type { Noted, ReceiptNotes } from './receipt-notes.ts';

type Dependencies = {
  readonly notes: ReceiptNotes;
  readonly connectionId: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly find: (waIds: readonly string[]) => Promise<IndexedMessage[]>;
  /** Records a receipt; resolves with whether nothing more is to be done for it. Does not reject. */
  readonly settle: (receipt: Receipt) => Promise<boolean>;
  /** Whether it is being recorded anyway. */
  readonly isInHand: (receipt: Receipt) => boolean;
};

const soonestMs = 250;
const latestMs = 300_000;

/**
 * Records what is written down: what an earlier run left, now, and later what waits for its message, such as one that
 * was written on the company's phone and has not come yet. The pauses grow while nothing is found; what has waited for
 * a day is of nothing that the inbox has, and is forgotten.
 */
export const sweepReceipts = ({ notes, connectionId, log, signal, find, settle, isInHand }: Dependencies) => {
  let pauseMs = soonestMs;
  let timer: NodeJS.Timeout | undefined;
  let sweeping = false;
  let again = false;

  const settlePage = async (rows: readonly Noted[]): Promise<boolean> => {
    const free = rows.filter(row => !isInHand(row));
    const known = new Set((await find(free.map(({ waId }) => waId))).map(({ waId }) => waId));
    const settled = await Promise.all(
      free.map(row => (known.has(row.waId) ? settle(row) : Promise.resolve(row.stale))),
    );
    const done = free.filter((_, index) => settled[index]);
    if (done.length > 0) notes.forget(connectionId, done);
    return done.length === free.length;
  };

  const sweep = async (): Promise<boolean> => {
    let all = true;
    let place: Noted | undefined;
    do {
      const from = place;
      const rows = await persistently(() => notes.after(connectionId, from), { signal });
      if (rows.length > 0) all = (await persistently(() => settlePage(rows), { signal })) && all;
      place = rows.at(-1);
    } while (place && !signal.aborted);
    return all;
  };

  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
    timer.unref();
  };
  const run = () => {
    if (signal.aborted) return;
    sweeping = true;
    again = false;
    void sweep()
      .catch(error => {
        if (!signal.aborted) log.error({ err: error }, 'what is written down of receipts waits');
        return false;
      })
      .then(all => {
        sweeping = false;
        if (again) pauseMs = soonestMs;
        if (all && !again) return;
        later(pauseMs);
        pauseMs = Math.min(latestMs, pauseMs * 2);
      });
  };
  run();

  return {
    /** Something has been written down that is to be looked at again. */
    soon: (): void => {
      again = true;
      if (sweeping) return;
      pauseMs = soonestMs;
      later(pauseMs);
    },
  };
};
