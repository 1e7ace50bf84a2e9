import type { Call } from './stanzas/calls.ts';
import type { ShownMessage } from './state/history.ts';
import type { Store } from './state/store.ts';

export type Change =
  | { type: 'message'; message: ShownMessage }
  | { type: 'status'; owner: string; chat: string; id: string; status: string }
  | { type: 'phone'; number: string }
  | { type: 'contact'; number: string }
  | { type: 'group'; jid: string }
  | { type: 'faults' }
  | { type: 'call'; call: Call }
  | { type: 'presence'; number: string; available: boolean }
  | { type: 'typing'; from: string; to: string; on: boolean; recording?: boolean };

/** Tells listeners about stored changes, after their commit and in order. */
export class ChangeFeed {
  readonly #store: Store;
  readonly #listeners = new Set<(change: Change) => void>();

  constructor(store: Store) {
    this.#store = store;
  }

  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether anyone listens; saves building changes nobody reads. */
  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  emit(change: Change): void {
    if (!this.watched) return;
    this.#store.afterCommit(() => {
      for (const listener of this.#listeners) listener(change);
    });
  }
}
