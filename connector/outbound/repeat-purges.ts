import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Provider } from '#domain/connection/events.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { pause } from '#eventstore/pause.ts';
import { type IsOthers, purgePerson } from './erase-contact.ts';
import { dueErasure, type NameKeys, purgedAgain, putOffErasures } from './erased-rows.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly provider: Provider;
  readonly keys: NameKeys;
  readonly isOthers: IsOthers;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
  /** Called after each purge: what is remembered of the person goes too. */
  readonly onPurged: () => void;
};

const everyMs = 2_000;

/**
 * Purges persons who were erased some times more, until the signal aborts: what was under way in the moment of the erasure
 * may have written something of them after the first time. Several processes may do it at once. Does not reject.
 */
export const repeatPurges = async (dependencies: Dependencies): Promise<void> => {
  const { pool, provider, log, signal } = dependencies;
  while (!signal.aborted) {
    try {
      if (await purgeNext(dependencies)) continue;
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'a person who was erased could not be purged once more, trying again');
      await putOffErasures(pool, provider).catch(() => undefined);
    }
    await pause(everyMs, signal);
  }
};

/** Purges one person who is due; answers whether there was one. */
export const purgeNext = async (dependencies: Omit<Dependencies, 'log' | 'signal'>): Promise<boolean> => {
  const { pool, provider, keys, isOthers, onPurged } = dependencies;
  const isDone = await inTransaction(pool, async client => {
    const due = await dueErasure({ client, provider, keys });
    if (!due) return false;
    await purgePerson({ client, provider, isOthers }, due);
    await purgedAgain({ client, provider }, due);
    return true;
  });
  if (isDone) onPurged();
  return isDone;
};
