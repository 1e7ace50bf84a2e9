export type Together<Row, Key = number> = {
  /** Resolves once the row is written; rejects when that fails, and then it goes with the next write all the same. */
  readonly add: (key: Key, row: Row) => Promise<void>;
  /** Writes now what waits; resolves when nothing is being written any more, rejects when that fails. */
  readonly flush: () => Promise<void>;
};

/** Writes rows one write after the other: the first at once, what comes within `restMs` of it together afterwards. */
export const writeTogether = <Row, Key = number>(
  write: (rows: readonly Row[]) => Promise<void>,
  restMs: number,
): Together<Row, Key> => {
  let waiting = new Map<Key, Row>();
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let rest = Promise.withResolvers<void>();
  rest.resolve();

  const begin = async () => {
    await Promise.all([last, rest.promise]);
    next = undefined;
    const rows = waiting;
    waiting = new Map();
    rest = Promise.withResolvers();
    setTimeout(rest.resolve, restMs).unref();
    try {
      await write([...rows.values()]);
    } catch (error) {
      waiting = new Map([...rows, ...waiting]);
      throw error;
    }
  };
  const start = (): Promise<void> => {
    if (next) return next;
    const begun = begin();
    next = begun;
    last = begun.catch(() => undefined);
    return begun;
  };

  return {
    add: (key, row) => {
      waiting.set(key, row);
      return start();
    },
    flush: async () => {
      rest.resolve();
      await last;
      if (waiting.size === 0) return;
      rest.resolve();
      await start();
    },
  };
};
