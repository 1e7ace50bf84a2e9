import type { Batch } from '#eventstore/types.ts';

type Gathering = {
  /** How long a batch may wait for others. */
  readonly restMs: number;
  /** So many events are enough. */
  readonly most: number;
  /** Somebody waits for what is in the batch. */
  readonly isUrgent: (batch: Batch) => boolean;
};

/**
 * Gives out batches of the log in fewer and larger ones, in order: what nobody waits for rests until something urgent
 * follows it, for `restMs` at most. Ends and fails as `batches` do.
 */
export async function* gather(
  batches: AsyncIterable<Batch>,
  { restMs, most, isUrgent }: Gathering,
): AsyncGenerator<Batch> {
  const source = batches[Symbol.asyncIterator]();
  const read = () => {
    const coming = source.next();
    coming.catch(() => undefined);
    return coming;
  };
  let coming: ReturnType<typeof read> | undefined;
  try {
    for (;;) {
      const first = await (coming ?? read());
      coming = undefined;
      if (first.done) return;
      let batch = first.value;
      let timer: NodeJS.Timeout | undefined;
      const rest = new Promise<undefined>(resolve => {
        timer = setTimeout(resolve, restMs, undefined);
      });
      while (!isUrgent(batch) && batch.events.length < most) {
        coming ??= read();
        const more = await Promise.race([coming, rest]).catch(() => undefined);
        if (!more || more.done) break;
        coming = undefined;
        batch = joined(batch, more.value);
      }
      clearTimeout(timer);
      yield batch;
    }
  } finally {
    // It may wait for what comes next: nobody waits for it.
    source.return?.().catch(() => undefined);
  }
}

const joined = (one: Batch, other: Batch): Batch => {
  const events = [...one.events, ...other.events];
  const unreadable = [...(one.unreadable ?? []), ...(other.unreadable ?? [])];
  return { ...other, events, ...(unreadable.length > 0 ? { unreadable } : {}) };
};
