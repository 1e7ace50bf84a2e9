import { identityOf } from './process-identity.ts';

/** What runs, by the turn in which it is drained: the outermost first, the stores last. */
export type Turn = 'connector' | 'gateway' | 'readers' | 'simulator' | 'eventstore' | 'postgres';
export type Part = {
  readonly name: string;
  pid(): number | undefined;
  stop(): Promise<void>;
  kill(): void;
  /** Whether it has said that something is left undone. */
  isUnfinished?(): boolean;
};
export type Running = {
  add(turn: Turn, part: Part): void;
  /**
   * Stops turn after turn, the parts of one turn together. A part that fails to stop holds up no other. Answers
   * whether the stores have ended in order.
   */
  drain(): Promise<boolean>;
  killAll(): void;
  /** The process of each part, by the part's name, with what tells it from others of the same number. */
  processes(): Processes;
};
export type Processes = Record<string, { readonly pid: number; readonly began: string }>;

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
      const stores = [...(parts.get('eventstore') ?? []), ...(parts.get('postgres') ?? [])];
      return !stores.some(store => store.isUnfinished?.());
    },
    killAll: () => {
      for (const part of [...parts.values()].flat()) part.kill();
    },
    processes: () => Object.fromEntries([...parts.values()].flat().flatMap(processOf)),
  };
};

const processOf = (part: Part) => {
  const pid = part.pid();
  const began = pid === undefined ? undefined : identityOf(pid);
  return pid === undefined || began === undefined ? [] : [[part.name, { pid, began }] as const];
};
