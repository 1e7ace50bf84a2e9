import type { Sealed, StanzaTracker } from './stanza-tracker.ts';

type Opened = ReadonlyMap<Uint8Array, Uint8Array>;

/** Contents that were opened and stored before the library asked for them. */
export type Ahead = {
  /** The content of a ciphertext that was opened ahead, once. */
  readonly take: (ciphertext: Uint8Array) => Uint8Array | undefined;
  /**
   * Runs a transaction that opens a ciphertext and then awaits `alsoNext`, which opens what arrived after it. When
   * one of those does not open, nothing of the transaction may stay: it is run again for the one ciphertext alone.
   */
  readonly together: (
    ciphertext: Uint8Array,
    transaction: (alsoNext: () => Promise<void>) => Promise<Uint8Array>,
  ) => Promise<Uint8Array>;
};

/** So many messages share a commit at most: as long as it lasts, nothing can be sent. */
const most = 16;

/** `open` moves the ratchet and stages the content within the transaction that runs. */
export const openAhead = (tracker: StanzaTracker, open: (sealed: Sealed) => Promise<Uint8Array>): Ahead => {
  const ready = new WeakMap<Uint8Array, Uint8Array>();

  const openNext = async (ciphertext: Uint8Array): Promise<Opened> => {
    const opened = new Map<Uint8Array, Uint8Array>();
    let next = tracker.nextOf(ciphertext);
    while (next && opened.size < most - 1) {
      opened.set(next.ciphertext, await open(next));
      next = tracker.nextOf(next.ciphertext);
    }
    return opened;
  };

  return {
    take: ciphertext => {
      const content = ready.get(ciphertext);
      ready.delete(ciphertext);
      return content;
    },
    together: async (ciphertext, transaction) => {
      let opened: Opened = new Map();
      let failed = false;
      const alsoNext = async () => {
        try {
          opened = await openNext(ciphertext);
        } catch (error) {
          failed = true;
          throw error;
        }
      };
      const content = await transaction(alsoNext).catch((error: unknown) => {
        if (!failed) throw error;
        opened = new Map();
        return transaction(async () => undefined);
      });
      for (const [sealed, text] of opened) ready.set(sealed, text);
      return content;
    },
  };
};
