import type { Batch, EventStore, Position, Recorded, SubscribeOptions } from '../types.ts';

type Wanted = Partial<Omit<SubscribeOptions, 'signal'>> & {
  readonly store: EventStore;
  readonly companyId: string;
  readonly until: (soFar: { readonly events: readonly Recorded[]; readonly batch: Batch }) => boolean;
};

export type Collected = {
  readonly events: readonly Recorded[];
  readonly batches: readonly Batch[];
  readonly position: Position;
};

/** Subscribes to what is one company's, for others may write to the same log, until a condition holds; gives up after 20 seconds with what it has seen so far. */
export const collect = async ({ store, companyId, until, ...options }: Wanted): Promise<Collected> => {
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), 20_000);
  const events: Recorded[] = [];
  const batches: Batch[] = [];
  try {
    for await (const batch of store.subscribe({
      maxBatch: 100,
      companyId,
      ...options,
      signal: enough.signal,
    })) {
      batches.push(batch);
      events.push(...batch.events);
      if (until({ events, batch })) break;
    }
  } finally {
    clearTimeout(timer);
    enough.abort();
  }
  return { events, batches, position: batches.at(-1)?.position ?? 0 };
};
