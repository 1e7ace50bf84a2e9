import { openMemoryStore } from '#eventstore/memory.ts';
import { type EventStore, StoreUnavailable } from '#eventstore/types.ts';

/** A store that can be out of reach for those who write or load. */
export const openFragileStore = () => {
  const store = openMemoryStore();
  const state = { down: false };
  const guarded =
    <Input extends unknown[], Output>(work: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      if (state.down) throw new StoreUnavailable('out of reach');
      return work(...input);
    };
  const fragile: EventStore = { ...store, load: guarded(store.load), append: guarded(store.append) };
  return { fragile, state };
};
