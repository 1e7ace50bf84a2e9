/** Random numbers that are the same for the same seed (mulberry32). */
export const createChance = (seed: number) => {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number): number => Math.floor(random() * count);
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  };
  return {
    random,
    below,
    oneOf: <Item>(items: readonly Item[]): Item => at(items, below(items.length)),
    /** One of so many newest items. */
    oneOfLast: <Item>(items: readonly Item[], count: number): Item =>
      at(items, Math.max(0, items.length - 1 - below(count))),
  };
};

export type Chance = ReturnType<typeof createChance>;
