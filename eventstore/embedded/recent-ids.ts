export type Standing = { readonly revision: number; readonly place: number };

const remembered = 20_000;

/** Where lately written events stand, to recognise repeated requests that expect no revision. */
export const createRecentIds = () => {
  const standings = new Map<string, Standing>();
  const key = (streamId: number, id: string): string => `${streamId}:${id}`;

  const add = (streamId: number, id: string, standing: Standing): void => {
    standings.set(key(streamId, id), standing);
    if (standings.size <= remembered) return;
    const [oldest] = standings.keys();
    if (oldest !== undefined) standings.delete(oldest);
  };

  return {
    add,
    find: (streamId: number, id: string): Standing | undefined => standings.get(key(streamId, id)),
    forget: (): void => standings.clear(),
  };
};

export type RecentIds = ReturnType<typeof createRecentIds>;
