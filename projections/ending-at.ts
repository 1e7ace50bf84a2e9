import type { Batch, EventStore, Position } from '#eventstore/types.ts';

type Source = Pick<EventStore, 'subscribe' | 'head'>;

/** The same store as if nothing stood behind a position. */
export const endingAt = (store: Source, end: Position): Source => {
  async function* subscribe(wanted: Parameters<EventStore['subscribe']>[0]): AsyncGenerator<Batch> {
    if ((wanted.after ?? 0) >= end) {
      yield { events: [], position: end, live: true };
      return;
    }
    for await (const batch of store.subscribe(wanted)) {
      const isLast = batch.live || batch.position >= end;
      if (!isLast) {
        yield batch;
        continue;
      }
      const isBefore = ({ position }: { readonly position: Position }) => position <= end;
      const unreadable = batch.unreadable?.filter(isBefore);
      const events = batch.events.filter(isBefore);
      yield { events, ...(unreadable && { unreadable }), position: end, live: true };
      return;
    }
  }
  return { head: async () => end, subscribe };
};
