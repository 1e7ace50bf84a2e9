/** Reads pages one item at a time, and looks ahead without taking. */
export type Ahead<Item> = {
  readonly next: () => Promise<Item | undefined>;
  /** The items that follow, so many at most; they stay to be taken. */
  readonly peek: (most: number) => Promise<readonly Item[]>;
};

export const readAhead = <Item>(pages: AsyncIterable<readonly Item[]>): Ahead<Item> => {
  const source = pages[Symbol.asyncIterator]();
  let held: Item[] = [];
  let taken = 0;
  let ended = false;
  /** Holds one page more; false at the end. */
  const fill = async (): Promise<boolean> => {
    if (ended) return false;
    const { value, done } = await source.next();
    if (done) {
      ended = true;
      return false;
    }
    held = [...held.slice(taken), ...value];
    taken = 0;
    return true;
  };
  return {
    next: async () => {
      while (taken >= held.length) if (!(await fill())) return undefined;
      taken += 1;
      return held[taken - 1];
    },
    peek: async most => {
      while (held.length - taken < most) if (!(await fill())) break;
      return held.slice(taken, taken + most);
    },
  };
};
