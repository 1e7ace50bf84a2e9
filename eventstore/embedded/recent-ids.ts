export type Standing = { readonly revision: number; readonly place: number };

const remembered = 20_000;

/** Where lately written events stand, to recognise repeated requests that expect no revision. */
export const createRecentIds = () => {
  const standings = new Map<string, Standing>();
  let unsettled: string[] = [];
  const key = (streamId: number, id: string): string => `${streamId}:${id}`;

  const add = (streamId: number, id: string, standing: Standing): void => {
    standings.set(key(streamId, id), standing);
    unsettled.push(key(streamId, id));
    if (standings.size <= remembered) return;
    const [oldest] = standings.keys();
    if (oldest !== undefined) standings.delete(oldest);
  };

  return {
    add,
    find: (streamId: number, id: string): Standing | undefined => standings.get(key(streamId, id)),
    /** What was added is stored. */
    settle: (): void => {
      unsettled = [];
    },
    /** What was added since `settle` was not stored. */
    undo: (): void => {
      for (const added of unsettled) standings.delete(added);
      unsettled = [];
    },
  };
};

export type RecentIds = ReturnType<typeof createRecentIds>;
