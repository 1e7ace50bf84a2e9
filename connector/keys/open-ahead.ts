import type { Prepared } from './first-messages.ts';
import type { FirstMessage, Sealed, StanzaTracker } from './stanza-tracker.ts';

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

type Opening = {
  /** Moves the ratchet and stages the content within the transaction that runs. */
  readonly open: (sealed: Sealed) => Promise<Uint8Array>;
  /** Sees to what first messages need before they are opened. */
  readonly prepare: (first: readonly FirstMessage[]) => Promise<Prepared>;
};

const nothingPrepared: Prepared = { ready: new Set(), load: async () => undefined };

export const openAhead = (tracker: StanzaTracker, { open, prepare }: Opening): Ahead => {
  const ready = new WeakMap<Uint8Array, Uint8Array>();

  const waitingBehind = function* (ciphertext: Uint8Array): Generator<Sealed> {
    let next = tracker.nextOf(ciphertext);
    for (let count = 1; next && count < most; count += 1) {
      yield next;
      next = tracker.nextOf(next.ciphertext);
    }
  };

  const prepareBehind = async (ciphertext: Uint8Array): Promise<Prepared> => {
    const first = [...waitingBehind(ciphertext)].filter(sealed => sealed.kind === 'first');
    // What cannot be prepared is opened by itself, when its turn comes.
    return first.length === 0 ? nothingPrepared : prepare(first).catch(() => nothingPrepared);
  };

  const openNext = async (ciphertext: Uint8Array, prepared: Prepared): Promise<Opened> => {
    const opened = new Map<Uint8Array, Uint8Array>();
    await prepared.load();
    for (const sealed of waitingBehind(ciphertext)) {
      if (sealed.kind === 'first' && !prepared.ready.has(sealed.ciphertext)) break;
      opened.set(sealed.ciphertext, await open(sealed));
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
      const prepared = await prepareBehind(ciphertext);
      let opened: Opened = new Map();
      let failed = false;
      const alsoNext = async () => {
        try {
          opened = await openNext(ciphertext, prepared);
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
