/** What runs, by the turn in which it is drained: the outermost first, the stores last. */
export type Turn = 'connector' | 'gateway' | 'readers' | 'simulator' | 'eventstore' | 'postgres';
export type Part = { readonly name: string; pid(): number | undefined; stop(): Promise<void>; kill(): void };
export type Running = {
  add(turn: Turn, part: Part): void;
  /** Stops turn after turn, the parts of one turn together. A part that fails to stop holds up no other. */
  drain(): Promise<void>;
  killAll(): void;
  /** The process of each part, by the part's name. */
  pids(): Record<string, { pid: number | undefined }>;
};

const drainOrder: readonly Turn[] = [
  'connector',
  'gateway',
  'readers',
  'simulator',
  'eventstore',
  'postgres',
];

export const nothingRunning = (): Running => {
  const parts = new Map<Turn, Part[]>();
  return {
    add: (turn, part) => parts.set(turn, [...(parts.get(turn) ?? []), part]),
    drain: async () => {
      for (const turn of drainOrder)
        await Promise.allSettled((parts.get(turn) ?? []).map(part => part.stop()));
    },
    killAll: () => {
      for (const part of [...parts.values()].flat()) part.kill();
    },
    pids: () => Object.fromEntries([...parts.values()].flat().map(part => [part.name, { pid: part.pid() }])),
  };
};
