type Standing = { readonly streamId: number; readonly revision: number };

const remembered = 20_000;

/**
 * Where lately written events stand, to recognise repeated requests that expect no revision. Whole appends are
 * remembered and forgotten, the newest one always, and of an id that was written twice the first place: what is left
 * of an append of which the beginning is forgotten would pass for a new one.
 */
export const createRecentIds = (limit = remembered) => {
  const standings = new Map<string, Standing>();
  let appends: (readonly string[])[] = [];
  let forgotten = 0;
  let unsettled = 0;

  const forget = (ids: readonly string[]): void => {
    for (const id of ids) standings.delete(id);
  };

  /** Forgets the oldest appends, of those that are stored. */
  const tidy = (): void => {
    for (; standings.size > limit && forgotten < appends.length - 1; forgotten += 1) {
      forget(appends[forgotten] ?? []);
    }
    if (forgotten < 1000) return;
    appends = appends.slice(forgotten);
    forgotten = 0;
  };

  return {
    /** The events of one append, the first of them at this revision. */
    add: (streamId: number, first: number, ids: readonly string[]): void => {
      const unknown = ids.filter((id, index) => {
        if (standings.has(id)) return false;
        standings.set(id, { streamId, revision: first + index });
        return true;
      });
      appends.push(unknown);
      unsettled += 1;
    },
    find: (streamId: number, id: string): number | undefined => {
      const standing = standings.get(id);
      return standing?.streamId === streamId ? standing.revision : undefined;
    },
    /** What was added is stored. */
    settle: (): void => {
      unsettled = 0;
      tidy();
    },
    /** What was added since `settle` was not stored. */
    undo: (): void => {
      if (unsettled > 0) for (const ids of appends.splice(-unsettled)) forget(ids);
      unsettled = 0;
    },
  };
};

export type RecentIds = ReturnType<typeof createRecentIds>;
