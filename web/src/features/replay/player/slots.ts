/** Where the dots of a place stand: each keeps its slot while it is there, and who comes takes one that is free. */
export const openSlots = (places: number, tickets: number) => {
  const taken: number[][] = Array.from({ length: places }, () => []);
  const free: number[][] = Array.from({ length: places }, () => []);
  const slotOf = new Int32Array(tickets).fill(-1);
  return {
    slotOf: (ticket: number): number => slotOf[ticket] ?? -1,
    /** Who stands in a slot of a place; -1 for nobody. */
    at: (place: number, slot: number): number => taken[place]?.[slot] ?? -1,
    of: (place: number): readonly number[] => taken[place] ?? [],
    take: (place: number, ticket: number): number => {
      const slot = free[place]?.pop() ?? taken[place]?.length ?? 0;
      const slots = taken[place];
      if (slots) slots[slot] = ticket;
      slotOf[ticket] = slot;
      return slot;
    },
    release: (place: number, ticket: number): void => {
      const slot = slotOf[ticket] ?? -1;
      if (slot < 0) return;
      const slots = taken[place];
      if (slots) slots[slot] = -1;
      free[place]?.push(slot);
      slotOf[ticket] = -1;
    },
  };
};
