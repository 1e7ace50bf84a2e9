export type TogetherOptions<Item, Answer> = {
  readonly write: (items: readonly Item[]) => Promise<Answer>;
  /** How long the first of some waits for others, in milliseconds; `turn`: to the end of this turn of the event loop. */
  readonly waitMs?: number | 'turn';
  /** So many go in one write at most; then they wait no longer. */
  readonly most?: number;
  /** One write at a time: what comes meanwhile goes together into the next. */
  readonly oneAtATime?: boolean;
  /** At least so many milliseconds between the beginnings of two writes, one at a time. */
  readonly restMs?: number;
  /** Of two items of one key in one write the newer counts. */
  readonly keyOf?: (item: Item) => unknown;
  /** What could not be written goes with the next write, too. */
  readonly keepsFailed?: boolean;
};

export type Together<Item, Answer> = {
  /** Resolves with what its write answered; rejects when that fails. */
  readonly add: (...items: readonly Item[]) => Promise<Answer>;
  /** Writes now what waits; resolves when nothing is being written any more, rejects when that fails. */
  readonly flush: () => Promise<void>;
};

type Group<Item, Answer> = {
  readonly items: Item[];
  readonly answer: PromiseWithResolvers<Answer>;
  /** Others are waited for no longer. */
  readonly closed: PromiseWithResolvers<void>;
};

/** Makes few large writes out of many small ones that come within a moment of each other. */
export const together = <Item, Answer>(options: TogetherOptions<Item, Answer>): Together<Item, Answer> => {
  const { write, waitMs, most = Number.POSITIVE_INFINITY, restMs = 0, keyOf } = options;
  const inTurn = options.oneAtATime === true || restMs > 0;
  let next: Group<Item, Answer> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let rest: PromiseWithResolvers<void> | undefined;
  let failed: readonly Item[] = [];

  const begin = (): Group<Item, Answer> => {
    const group: Group<Item, Answer> = {
      items: [],
      answer: Promise.withResolvers(),
      closed: Promise.withResolvers(),
    };
    const before = inTurn ? last : Promise.resolve();
    const written = run(group, before);
    written.then(group.answer.resolve, group.answer.reject);
    // Without what was settled: each would hold the one before, and so all that was ever answered.
    last = Promise.allSettled([last, written]).then(() => undefined);
    next = group;
    return group;
  };
  const run = async (group: Group<Item, Answer>, before: Promise<unknown>): Promise<Answer> => {
    await Promise.all([before, waited(waitMs, group.closed.promise), rest?.promise]);
    if (next === group) next = undefined;
    const items = unique([...failed, ...group.items], keyOf);
    failed = [];
    if (restMs > 0) rest = resting(restMs);
    try {
      return await write(items);
    } catch (error) {
      if (options.keepsFailed) failed = items;
      throw error;
    }
  };

  return {
    add: (...items) => {
      const group = next ?? begin();
      group.items.push(...items);
      if (group.items.length >= most) {
        next = undefined;
        group.closed.resolve();
      }
      return group.answer.promise;
    },
    flush: async () => {
      rest?.resolve();
      next?.closed.resolve();
      await last;
      if (!next && failed.length === 0) return;
      rest?.resolve();
      const group = next ?? begin();
      group.closed.resolve();
      await group.answer.promise;
    },
  };
};

const waited = (waitMs: number | 'turn' | undefined, closed: Promise<void>): Promise<void> => {
  if (waitMs === undefined) return Promise.resolve();
  if (waitMs === 'turn') return new Promise(resolve => setImmediate(resolve));
  const time = Promise.withResolvers<void>();
  const timer = setTimeout(time.resolve, waitMs);
  return Promise.race([time.promise, closed]).finally(() => clearTimeout(timer));
};

const resting = (restMs: number): PromiseWithResolvers<void> => {
  const rest = Promise.withResolvers<void>();
  setTimeout(rest.resolve, restMs).unref();
  return rest;
};

const unique = <Item>(
  items: readonly Item[],
  keyOf: ((item: Item) => unknown) | undefined,
): readonly Item[] => (keyOf ? [...new Map(items.map(item => [keyOf(item), item])).values()] : items);
