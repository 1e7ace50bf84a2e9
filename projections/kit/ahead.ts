import type { ClientBase } from 'pg';
import type { Batch } from '#eventstore/types.ts';
import type { Applier } from './apply.ts';

type Part = { readonly from: number; readonly batch: Batch };

export type Ahead = {
  /** Takes the next batch; resolves when the one before it is written. Throws where it cannot be. */
  readonly put: (part: Part) => Promise<void>;
  /** Resolves when everything is written. */
  readonly settled: () => Promise<void>;
};

/**
 * Writes batches into a copy that is being built, one after the other, and folds each while the one before it is being
 * written. Where a write fails, what was folded upon it counts for nothing, for the checkpoint has not come there: both
 * are taken in again, one at a time, so that what cannot be folded is found and parked. Throws, too, when the copy was
 * taken away.
 */
export const openAhead = (
  applier: Pick<Applier, 'apply' | 'begin'>,
  client: ClientBase,
  written: (batch: Batch) => void,
): Ahead => {
  let last: (Part & { readonly done: Promise<boolean> }) | undefined;

  const slowly = async ({ from, batch }: Part): Promise<void> => {
    if (!(await applier.apply(client, from, batch, false))) throw new Error('the copy was taken away');
    written(batch);
  };
  /** Whether what follows may stand upon it as it was folded. */
  const settle = async (following?: Promise<boolean>): Promise<boolean> => {
    const former = last;
    last = undefined;
    if (!former) return true;
    if (await former.done) {
      written(former.batch);
      return true;
    }
    await following;
    await slowly(former);
    return false;
  };

  return {
    put: async part => {
      const begun = await applier.begin(client, part.from, part.batch).catch(() => undefined);
      const done = begun?.written.catch(() => false);
      const stands = await settle(done);
      if (done && stands) last = { ...part, done };
      else await slowly(part);
    },
    settled: async () => {
      await settle();
    },
  };
};
